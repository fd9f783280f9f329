/** How much of an outline a screen shows. Each number is a limit. */
export interface ScreenDensity {
  /** Commands of each cause and error. */
  readonly commands: number;
  /** Commands of a cause that is in progress: the user may only have to wait. */
  readonly busyCommands: number;
  /** Roots in a list of several roots that have the command of their cause below their row. */
  readonly rowCommands: number;
  /** Rows of a quote of the cluster. */
  readonly quoteRows: number;
  /** Rows of every other text. */
  readonly textRows: number;
  /** Rows of a field that every screen has. The last clause of the field says what is not affected. */
  readonly leadRows: number;
  /** Causes with lines of their own. */
  readonly causes: number;
  /** Warnings. Errors are always shown. */
  readonly warnings: number;
  /** Rows of conditions. The last row names the conditions that are omitted. */
  readonly conditionRows: number;
  /** Whether entries that add to others are shown: an event, what the conditions mean together. */
  readonly hasDetail: boolean;
  /** Whether the lines of a log around the one that explains most are shown. */
  readonly hasLogContext: boolean;
  /** Whether the way down has a line of its own where way and evidence do not fit one line. */
  readonly hasWays: boolean;
  /** Whether empty lines stand between sections too, which their headings divide already. */
  readonly areSectionsApart: boolean;
  /** Whether empty lines stand between blocks. */
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

/** What is omitted, one after the other, until the screen is short enough. */
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

/** The density of the shortest screen. */
export const lowestDensity: ScreenDensity = Object.assign({}, everything, ...savings);

/** All densities, from everything down to {@link lowestDensity}. */
export const densities: readonly ScreenDensity[] = [
  ...savings.map((_, count) => Object.assign({}, everything, ...savings.slice(0, count))),
  lowestDensity,
];
