/** How much of a first screen is shown. */
export interface ScreenDensity {
  /** The most commands of each culprit. */
  readonly commands: number;
  /** The most rows of a culprit's cause. */
  readonly causeRows: number;
  /** The most remarks. */
  readonly remarks: number;
  /** The most rows of each. */
  readonly remarkRows: number;
  /** The most rows of a line below the headline. */
  readonly fieldRows: number;
  /** The most rows of every other line. */
  readonly lineRows: number;
  /** Events that add to a cause have a line. */
  readonly hasEvents: boolean;
  /** The most rows of the headline and of a culprit's name. */
  readonly headRows: number;
  /** The most rows of conditions; the last one counts those that are omitted. */
  readonly conditionRows: number;
  /** The way down has a line of its own; else its first object stands before the cause. */
  readonly hasWays: boolean;
  /** The sentence on what the conditions mean together is shown. */
  readonly hasMeaning: boolean;
  /** Blank lines stand between the blocks. */
  readonly isSpaced: boolean;
}

/** Everything, for a screen with room. */
const everything: ScreenDensity = {
  commands: 2,
  causeRows: 3,
  remarks: 4,
  remarkRows: 2,
  fieldRows: 2,
  headRows: 3,
  lineRows: 1,
  conditionRows: Number.POSITIVE_INFINITY,
  hasEvents: true,
  hasWays: true,
  hasMeaning: true,
  isSpaced: true,
};

/** What is omitted in turn until the screen is short enough. */
const savings: readonly Partial<ScreenDensity>[] = [
  { hasEvents: false, remarks: 3 },
  { remarkRows: 1 },
  { commands: 1 },
  { causeRows: 2, remarks: 2 },
  { fieldRows: 1 },
  { hasWays: false },
  { causeRows: 1, remarks: 1 },
  { hasMeaning: false },
  { isSpaced: false },
  { remarks: 0 },
  { headRows: 1, conditionRows: 3 },
];

/** From everything to the least. */
export const densities: readonly ScreenDensity[] = Array.from({ length: savings.length + 1 }, (_, count) =>
  Object.assign({}, everything, ...savings.slice(0, count)),
);

/** What a healthy root needs: nothing takes more than a row. */
export const healthyDensity: ScreenDensity = { ...everything, remarkRows: 1, fieldRows: 1, isSpaced: false };

/** The columns for which the rows of a density are meant. */
export const usualColumns = 80;

/** The density in a narrower terminal: as much text in more rows, because a terminal scrolls. */
export function stretchDensity(density: ScreenDensity, width: number): ScreenDensity {
  const times = Math.max(1, Math.ceil(usualColumns / width));
  const { causeRows, remarkRows, fieldRows, headRows, lineRows } = density;
  return {
    ...density,
    causeRows: causeRows * times,
    remarkRows: remarkRows * times,
    // The label stands before these.
    fieldRows: times === 1 ? fieldRows : fieldRows * times * 2,
    headRows: headRows * times,
    lineRows: lineRows * times,
  };
}
