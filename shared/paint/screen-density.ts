/** How much of an outline a screen shows. */
export interface ScreenDensity {
  /** The most commands of each entry. */
  readonly commands: number;
  /** The same of what is on its way, where waiting may be all that is to do. */
  readonly busyCommands: number;
  /** The most rows of several roots with the command of their own cause. */
  readonly rowCommands: number;
  /** The most rows of a quote. */
  readonly quoteRows: number;
  /** The most rows of every other text. */
  readonly textRows: number;
  /** The most rows of a field that every screen has. Its last clause says what is not affected. */
  readonly leadRows: number;
  /** The most causes with lines of their own. */
  readonly causes: number;
  /** The most warnings; errors always stand. */
  readonly warnings: number;
  /** The most rows of conditions; the last one counts those that are omitted. */
  readonly conditionRows: number;
  /** Entries that add to others are shown: an event, what the conditions mean together. */
  readonly hasDetail: boolean;
  /** What belongs to the quoted line of a log is shown. */
  readonly hasLogContext: boolean;
  /** The way down has a line of its own; else its first object stands before the evidence. */
  readonly hasWays: boolean;
  /** Blank lines stand between sections too; their headings divide them as well. */
  readonly areSectionsApart: boolean;
  /** Blank lines stand between the blocks. */
  readonly isSpaced: boolean;
}

/** Everything, for a screen with room. */
const everything: ScreenDensity = {
  commands: 2,
  busyCommands: 1,
  rowCommands: 3,
  quoteRows: 6,
  textRows: 2,
  leadRows: 4,
  causes: 3,
  warnings: 4,
  conditionRows: Number.POSITIVE_INFINITY,
  hasDetail: true,
  hasLogContext: true,
  hasWays: true,
  areSectionsApart: true,
  isSpaced: true,
};

/** What is omitted in turn until the screen is short enough. */
const savings: readonly Partial<ScreenDensity>[] = [
  { quoteRows: 3 },
  { hasDetail: false },
  { commands: 1 },
  { hasLogContext: false },
  { warnings: 3, textRows: 1 },
  { busyCommands: 0 },
  { quoteRows: 2, warnings: 2 },
  { rowCommands: 0 },
  { hasWays: false },
  { quoteRows: 1, warnings: 1 },
  { areSectionsApart: false },
  { isSpaced: false },
  { conditionRows: 2 },
  { warnings: 0 },
  { leadRows: 2 },
];

/** From everything to the least. */
export const densities: readonly ScreenDensity[] = Array.from({ length: savings.length + 1 }, (_, count) =>
  Object.assign({}, everything, ...savings.slice(0, count)),
);
