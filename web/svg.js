// Creates SVG and HTML elements in one expression: `html('p.faint', { id }, 'words')`. Functions named `on...` become
// listeners. Styles are set by class, because the server's Content-Security-Policy refuses style attributes.

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** @type {Maker<SVGElementTagNameMap>} */
export function svg(selector, ...content) {
  const [tag = '', ...classes] = selector.split('.');
  return /** @type {any} */ (add(document.createElementNS(NAMESPACE, tag), { class: classes.join(' ') || null }, ...content));
}

/** Creates an HTML element; a button has type `button` by default. @type {Maker<HTMLElementTagNameMap>} */
export function html(selector, ...content) {
  const [tag = '', ...classes] = selector.split('.');
  const type = tag === 'button' ? tag : null;
  return /** @type {any} */ (add(document.createElement(tag), { type, class: classes.join(' ') || null }, ...content));
}

/** Adds children and attributes to an element. @template {Element} E @param {E} element @param {...Content} content */
export function add(element, ...content) {
  for (const one of content) {
    if (one instanceof Node || typeof one === 'string') element.append(one);
    else if (one) {
      for (const [name, value] of Object.entries(one)) {
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else set(element, name, value);
      }
    }
  }
  return element;
}

/**
 * Sets an attribute only if it differs, which saves style recalculation. `null` and `false` remove it.
 * @param {Element} element @param {string} name @param {string | number | boolean | null | undefined} value
 */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Sets the text of an element only if it differs, so that a screen reader does not repeat it.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The element of index.html with this id. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
