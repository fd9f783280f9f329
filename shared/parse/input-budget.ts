/**
 * What a command has made so far of all that it was given to read. Small inputs can become large: 400 KB of gzip hold
 * 400,000 objects. So what an input becomes is counted, and before it is kept.
 */
export interface InputBudget {
  /**
   * Counts `amount` more of `kind`, which the input called `where` holds.
   * @throws InputLimitError where that is more than the limit. Nothing of the input is shown then.
   */
  take(kind: InputCount, where: string, amount?: number): void;
  /**
   * Counts nothing, but refuses as {@link take} would. It is for what is still to be parsed.
   * @throws InputLimitError where `amount` more would be too many.
   */
  ensure(kind: InputCount, where: string, amount: number): void;
  /** Counts `amount` less of `kind`, because it is not kept any more. */
  giveBack(kind: InputCount, amount: number): void;
  /** How many more of `kind` there may be. */
  remaining(kind: InputCount): number;
}

/** A part of a budget, which remembers what was taken through it. */
export interface InputShare extends InputBudget {
  /** Gives back all that was taken through this share. */
  release(): void;
  /** How many of `kind` were taken through this share. */
  taken(kind: InputCount): number;
}

/** Where an input comes from. */
export type InputOrigin = "files" | "servers";

/** What is counted. */
export type InputCount =
  | "bytes"
  | "entries"
  | "names"
  | "passed"
  | "refused"
  | "documents"
  | "objects"
  | "excess"
  | "values"
  | "roots";

/** The most of one kind that all inputs of a command may hold together. */
interface InputLimit {
  readonly max: number;
  /** What is counted, after the number: `120000 objects`. */
  readonly unit: string;
  /** How the user can request less. */
  readonly advice: string;
}

/** Limits are in the order in which an input reaches them. README lists them for users. */
export const inputLimits: Readonly<Record<InputCount, InputLimit>> = {
  /** Parsed JSON takes eight times as much memory, thirty at worst. Node exits without a message where its 4 GB are used up. */
  bytes: { max: 128_000_000, unit: "bytes", advice: "pass only the relevant parts" },
  /** Files and folders of an archive that could matter. A must-gather of a thousand namespaces has fewer. */
  entries: {
    max: 250_000,
    unit: "entries",
    advice: "specify only the relevant folder (unpack an archive first)",
  },
  /**
   * Characters of the names of files and folders, of which each takes 400 bytes as a path and in the listing of its
   * folder. A must-gather of 100,000 files has 12 million.
   */
  names: {
    max: 25_000_000,
    unit: "characters in the names of its entries",
    advice: "specify only the relevant folder (unpack an archive first)",
  },
  /** Entries of all kinds. Logs and others are skipped, at a million in a second. */
  passed: {
    max: 5_000_000,
    unit: "entries",
    advice: "specify only the relevant folder (unpack an archive first)",
  },
  /** Links, devices and unsafe names in an archive. Each is remembered, and compared with each query. */
  refused: {
    max: 10_000,
    unit: "of its entries are links, devices or have invalid names",
    advice: "is it a must-gather?",
  },
  /** As many as objects: a file may hold each in a document. */
  documents: { max: 120_000, unit: "documents", advice: "pass only the relevant parts" },
  /** Twice the Pods of a cluster with 5,000 nodes and 60,000 Pods. A bare object takes 2 kB when it is evaluated. */
  objects: {
    max: 120_000,
    unit: "objects",
    advice: "pass only the relevant files; of a must-gather, name a TYPE or a namespace (-n)",
  },
  /** Bytes of objects as {@link excessBytes} counts them. Only lists of servers have this limit. */
  excess: { max: 40_000_000, unit: "bytes in large objects", advice: "pass only the relevant parts" },
  /** Objects that a report is about. 10,000 are reported in 350 MB, and each takes 12 kB more. */
  roots: {
    max: 12_000,
    unit: "objects to report on",
    advice: "name a TYPE, a TYPE/NAME or a namespace (-n)",
  },
  /** Fields and items that {@link denseValues} counts. Real objects have none; each takes 70 bytes. */
  values: { max: 2_000_000, unit: "fields and items for its size", advice: "pass only the relevant parts" },
};

const serverAdvice = "name a TYPE, a TYPE/NAME or a namespace (-n)";

/** The limits of what servers send, in all lists that a command keeps together. */
export const serverLimits: Readonly<Pick<typeof inputLimits, "bytes" | "objects" | "excess" | "values">> = {
  /** As JSON, without what no rule reads of long lists. It takes two to three times as much memory. */
  bytes: { max: 300_000_000, unit: "bytes in all lists together", advice: serverAdvice },
  /** A cluster with 5,000 nodes and 60,000 Pods has 65,000. */
  objects: { max: 100_000, unit: "objects in all lists together", advice: serverAdvice },
  excess: { ...inputLimits.excess, unit: "bytes in large objects of all lists together", advice: serverAdvice },
  values: { ...inputLimits.values, advice: serverAdvice },
};

/** The limit for inputs of this origin. */
function limitOf(kind: InputCount, origin: InputOrigin): InputLimit {
  return origin === "servers" && kind in serverLimits
    ? serverLimits[kind as keyof typeof serverLimits]
    : inputLimits[kind];
}

/**
 * An input holds more than a command can keep. It is an InputError by its name (io/errors/errors.ts), because parsing
 * imports nothing of io.
 */
export class InputLimitError extends Error {
  override readonly name = "InputError";
  /** What there is too much of. */
  readonly limit: InputCount;
  /** The same in words, without the name of the input: `more than 120000 documents`. */
  readonly reason: string;

  constructor(kind: InputCount, where: string, origin: InputOrigin = "files") {
    const { max, unit, advice } = limitOf(kind, origin);
    const reason = `more than ${max} ${unit}`;
    super(`cannot use ${where}: ${reason}; ${advice}`);
    this.limit = kind;
    this.reason = reason;
  }
}

/** Whether an error is an InputLimitError, of whatever bundle. */
export function isInputLimit(error: unknown): error is InputLimitError {
  return error instanceof Error && error.name === "InputError" && "limit" in error;
}

/**
 * The fields and items of a text beyond those that its size explains, which is one for each 16 characters. What kubectl
 * prints has one for each 20 (compact JSON) to 45. So only texts such as `[{},{},{},…` use up a budget of values, and
 * the memory for all others is bounded by their bytes.
 */
export function denseValues(values: number, characters: number): number {
  return Math.max(0, values - Math.floor(characters / 16));
}

/**
 * The bytes of objects beyond those that their number explains, which are 2,500 for each. Of a Pod with one container 1,700 are
 * kept. So the memory for usual objects is bounded by their number, and few large ones have a limit of their own.
 */
export function excessBytes(bytes: number, objects: number): number {
  return Math.max(0, bytes - objects * 2_500);
}

/** Creates a budget of which nothing is used. All inputs of one command share it. */
export function createInputBudget(origin: InputOrigin = "files"): InputBudget {
  const used = new Map<InputCount, number>();
  const remaining = (kind: InputCount): number => limitOf(kind, origin).max - (used.get(kind) ?? 0);
  const add = (kind: InputCount, amount: number): unknown => used.set(kind, (used.get(kind) ?? 0) + amount);
  function ensure(kind: InputCount, where: string, amount: number): void {
    if (amount > remaining(kind)) throw new InputLimitError(kind, where, origin);
  }
  return {
    take(kind, where, amount = 1) {
      ensure(kind, where, amount);
      add(kind, amount);
    },
    ensure,
    giveBack: (kind, amount) => add(kind, -amount),
    remaining,
  };
}

/** Creates a share of `budget`, through which nothing is taken yet. Its limits are those of the budget. */
export function shareOf(budget: InputBudget): InputShare {
  const taken = new Map<InputCount, number>();
  const add = (kind: InputCount, amount: number): unknown => taken.set(kind, (taken.get(kind) ?? 0) + amount);
  return {
    ...budget,
    take(kind, where, amount = 1) {
      budget.take(kind, where, amount);
      add(kind, amount);
    },
    giveBack(kind, amount) {
      budget.giveBack(kind, amount);
      add(kind, -amount);
    },
    release() {
      for (const [kind, amount] of taken) budget.giveBack(kind, amount);
      taken.clear();
    },
    taken: (kind) => taken.get(kind) ?? 0,
  };
}
