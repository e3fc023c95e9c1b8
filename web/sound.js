// Sounds by WebAudio: a knock for a move, a bowstring for an arrow, a chord for the end. Off by default.

import { state, subscribe } from './state.js';

/** @type {AudioContext | null} */
let context = null;

export function mount() {
  let { head, result } = state.play;
  let to = state.picked.to;
  subscribe(() => {
    const { play, picked, settings } = state;
    const landed = picked.to !== null && picked.to !== to;
    const moved = play.head !== head && play.head !== null && (head === null || play.head > head);
    const ended = play.result !== null && play.result !== result;
    ({ head, result } = play);
    to = picked.to;
    if (!settings.sound) return;
    context ??= new AudioContext();
    if (landed) knock(context, 0);
    if (moved) string(context, 0);
    if (ended) chord(context, 0.25);
  });
}

/** @param {AudioContext} audio @param {number} delay */
function knock(audio, delay) {
  tone(audio, { type: 'triangle', from: 240, to: 90, length: 0.09, volume: 0.35, delay });
}

/** @param {AudioContext} audio @param {number} delay */
function string(audio, delay) {
  tone(audio, { type: 'sawtooth', from: 520, to: 130, length: 0.14, volume: 0.08, delay });
  knock(audio, delay + 0.1);
}

/** @param {AudioContext} audio @param {number} delay */
function chord(audio, delay) {
  [261.6, 329.6, 392].forEach((pitch, index) => tone(audio, { type: 'sine', from: pitch, to: pitch, length: 0.9, volume: 0.12, delay: delay + index * 0.08 }));
}

/** @param {AudioContext} audio @param {Tone} shape */
function tone(audio, { type, from, to, length, volume, delay }) {
  const start = audio.currentTime + delay;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}
