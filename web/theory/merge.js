// Puts together what several answers say about the areas of a board: `areas` where they lie, `atlas` what is known
// already, `value` what was worked out. Only areas that are connected components add up, so these are the rows; parts
// that blockers set apart inside one are told with it.

/** @param {Answers} answers @returns {KnownArea[]} */
export function mergeAreas({ areas, parts, atlas, value }) {
  return (areas?.areas ?? []).map((area, index) => {
    const squares = new Set(area.squares);
    const inside = (parts?.areas ?? []).filter((part) => part.squares.every((square) => squares.has(square)));
    const full = fullFacts(value?.areas.find(({ label }) => label === area.label));
    const entry = atlas?.areas.find(({ label }) => label === area.label);
    const fromAtlas = facts(entry);
    // Of territories the atlas has the moves, which are all that there is to know.
    const isInAtlas = fromAtlas !== null || (entry?.moves !== undefined && full !== null);
    return {
      area, index, full,
      facts: full ?? fromAtlas,
      certainty: isInAtlas ? 'atlas' : full ? 'proven' : 'open',
      source: isInAtlas ? (full ? 'both' : 'atlas') : full ? 'proven' : 'open',
      // B1 and B2 are parts of B; labels that a partition of its own would have are those of other areas here.
      parts: inside.length > 1 ? inside.map((part, number) => ({ ...part, label: `${area.label}${number + 1}` })) : [],
      blockers: [...new Set(inside.flatMap((part) => part.blockers))],
    };
  });
}

/** @param {Partial<Facts> | undefined} report */
const facts = (report) => report?.value !== undefined && report.thermograph ? /** @type {Facts} */ (report) : null;

/** @param {Partial<FullFacts> | undefined} report */
const fullFacts = (report) => facts(report) && report?.left_options ? /** @type {FullFacts} */ (report) : null;
