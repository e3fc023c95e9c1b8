// Merges the answers about the areas of a board: `areas` has their squares, `atlas` the stored values, `value` the
// computed ones. Only connected areas add up, so they are the rows; parts split at blockers belong to their area.

/** @param {Answers} answers @returns {KnownArea[]} */
export function mergeAreas({ areas, parts, atlas, value }) {
  return (areas?.areas ?? []).map((area, index) => {
    const squares = new Set(area.squares);
    const inside = (parts?.areas ?? []).filter((part) => part.squares.every((square) => squares.has(square)));
    const full = fullFacts(value?.areas.find(({ label }) => label === area.label));
    const entry = atlas?.areas.find(({ label }) => label === area.label);
    const fromAtlas = facts(entry);
    // For a territory the atlas stores the number of moves, which is its value.
    const isInAtlas = fromAtlas !== null || (entry?.moves !== undefined && full !== null);
    return {
      area, index, full,
      facts: full ?? fromAtlas,
      certainty: isInAtlas ? 'atlas' : full ? 'proven' : 'open',
      source: isInAtlas ? (full ? 'both' : 'atlas') : full ? 'proven' : 'open',
      // B1 and B2 are parts of B; the letters of the split partition would clash with those of the areas.
      parts: inside.length > 1 ? inside.map((part, number) => ({ ...part, label: `${area.label}${number + 1}` })) : [],
      blockers: [...new Set(inside.flatMap((part) => part.blockers))],
    };
  });
}

/** @param {Partial<Facts> | undefined} report */
const facts = (report) => report?.value !== undefined && report.thermograph ? /** @type {Facts} */ (report) : null;

/** @param {Partial<FullFacts> | undefined} report */
const fullFacts = (report) => facts(report) && report?.left_options ? /** @type {FullFacts} */ (report) : null;
