// Recompresses a browser's PNG with a palette of 256 colours; other colours are replaced by the nearest.

import { crc32 as zlibCrc, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = 8;
const COLOURS = 256;

/**
 * @param {Buffer} png with 8 bits a channel, RGB or RGBA, not interlaced, as browsers write them
 * @returns {Buffer} with a palette
 */
export function packed(png) {
  const chunks = read(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  const channels = { 2: 3, 6: 4 }[kind ?? 0];
  if (depth !== 8 || !channels) throw new Error('expected a PNG with 8-bit RGB or RGBA');
  const pixels = unfilter(inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))), width, height, channels);
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at++) {
    const colour = (pixels[at * channels] << 16) | (pixels[at * channels + 1] << 8) | pixels[at * channels + 2];
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = chosen(counts);
  const nearest = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of counts.keys()) if (!nearest.has(colour)) nearest.set(colour, closest(palette, colour));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest.get(colours[y * width + x]);
  const head = Buffer.from(header);
  head[9] = 3;
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([png.subarray(0, SIGNATURE), chunk('IHDR', head), chunk('PLTE', table), chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** The most frequent colours, without near duplicates in the second half. @param {Map<number, number>} counts */
function chosen(counts) {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = sorted.slice(0, COLOURS / 2);
  for (const colour of sorted.slice(COLOURS / 2)) {
    if (palette.length === COLOURS) break;
    if (distance(palette[closest(palette, colour)], colour) > 150) palette.push(colour);
  }
  return palette;
}

function closest(palette, colour) {
  let best = 0;
  for (let index = 1; index < palette.length; index++) if (distance(palette[index], colour) < distance(palette[best], colour)) best = index;
  return best;
}

function distance(a, b) {
  return ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
}

/** @param {Buffer} png @returns {{type: string, data: Buffer}[]} */
function read(png) {
  const chunks = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Reverses the PNG row filters. */
function unfilter(raw, width, height, channels) {
  const length = width * channels;
  const pixels = Buffer.alloc(length * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (length + 1)];
    for (let x = 0; x < length; x++) {
      const left = x >= channels ? pixels[y * length + x - channels] : 0;
      const above = y > 0 ? pixels[(y - 1) * length + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * length + x - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      pixels[y * length + x] = raw[y * (length + 1) + 1 + x] + guess;
    }
  }
  return pixels;
}

function paeth(left, above, corner) {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(zlibCrc(body), body.length + 4);
  return whole;
}
