// The panel of the course, in place of the other panels: explanation, task, feedback, and the way through the steps.

import { refill } from '../analysis/part.js';
import { boardFacts } from '../boards.js';
import { state, watch } from '../state.js';
import { byId, html, set, setText } from '../svg.js';
import { movesWords, sideName, t } from '../text.js';
import { button } from '../widgets.js';
import { closeCourse, finished, showStep, stepAt, tryAnswer } from './course.js';
import { STEPS } from './steps.js';

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = html('h2.headline', { tabindex: -1 });
  const text = html('p');
  const task = html('p.lesson-task');
  const answers = html('div.actions');
  const feedback = html('p.lesson-feedback', { role: 'status' });
  const ways = html('div.actions');
  const steps = html('ol.lesson-steps');
  element.append(heading, text, task, answers, feedback, ways, steps);
  let drawn = '';
  let drawnStep = -1;
  watch(() => {
    const { lesson, settings } = state;
    element.hidden = lesson === null;
    const isAside = lesson !== null || state.puzzle !== null;
    document.body.classList.toggle('learning', isAside);
    for (const id of ['panel', 'tree']) byId(id).hidden = isAside || state.editor !== null;
    if (!lesson) return void (drawn = '');
    const { name } = stepAt(lesson.step);
    const title = t('learn.title', { number: lesson.step + 1, count: STEPS.length, name: t(`learn.step.${name}`) });
    setText(heading, title);
    document.title = `${title} · Otrera`;
    setText(text, t(`learn.step.${name}.text`));
    setText(task, t(`learn.step.${name}.task`));
    setText(feedback, lesson.words);
    set(feedback, 'class', `lesson-feedback ${lesson.isRight === null ? '' : lesson.isRight ? 'right' : 'wrong'}`);
    const key = JSON.stringify([lesson.step, lesson.isSolved, lesson.isBusy, finished(), settings.language]);
    if (key === drawn) return;
    const isNew = drawn === '' || lesson.step !== drawnStep;
    drawn = key;
    drawnStep = lesson.step;
    const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-way') : null;
    refill(answers, key, () => choices(lesson));
    refill(ways, key, () => wayButtons(lesson));
    refill(steps, key, () => STEPS.map((_, index) => stepButton(index, lesson.step)));
    // A step begins at its heading. Then the focus stays on the same button, or goes to the way on; a move scrolls nothing.
    if (isNew) heading.focus();
    else if (focused) /** @type {HTMLElement} */ (element.querySelector(lesson.isSolved ? '[data-way=next]' : `[data-way=${focused}]`) ?? heading).focus({ preventScroll: true });
  });
}

/** @param {Lesson} lesson */
function choices({ step, isSolved, isBusy }) {
  const { task } = stepAt(step);
  if (isSolved || isBusy) return [];
  const offer = (/** @type {string} */ value, /** @type {string} */ words) => way('answer', button({ text: words, click: () => void tryAnswer(value) }));
  if (task.kind === 'number') return task.choices.map((number) => offer(String(number), movesWords(number)));
  return task.kind === 'who' ? [offer('white', sideName('white')), offer('black', sideName('black'))] : [];
}

/** @param {Lesson} lesson */
function wayButtons({ step, isSolved }) {
  const isLast = step === STEPS.length - 1;
  const isBegun = state.game.nodes.size > 1 || !boardFacts(stepAt(step).board).canMove;
  return [
    isLast
      ? isSolved && way('next', button({ icon: 'go', text: t('learn.finish'), kind: 'primary', click: closeCourse }))
      : way('next', button({ icon: 'go', text: t(isSolved ? 'learn.next' : 'learn.skip'), kind: isSolved ? 'primary' : 'plain', click: () => showStep(step + 1) })),
    (isSolved || isBegun) && way('again', button({ text: t('learn.again'), click: () => showStep(step) })),
    way('close', button({ icon: 'close', text: t('learn.close'), click: closeCourse })),
  ];
}

/** Names a button, so that the focus finds it again. @param {string} name @param {HTMLElement} element */
function way(name, element) {
  element.setAttribute('data-way', name);
  return element;
}

/** @param {number} index @param {number} current */
function stepButton(index, current) {
  const isDone = finished().includes(index);
  const name = t('learn.title', { number: index + 1, count: STEPS.length, name: t(`learn.step.${stepAt(index).name}`) });
  return html('li', html('button.lesson-step', {
    class: isDone ? 'lesson-step done' : 'lesson-step', 'aria-current': index === current ? 'step' : null,
    'aria-label': isDone ? `${name}, ${t('learn.done')}` : name, title: name, 'data-way': `step-${index}`, onclick: () => showStep(index),
  }, isDone ? '✓' : String(index + 1)));
}
