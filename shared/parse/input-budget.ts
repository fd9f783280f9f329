/**
 * The count of what a command has read, and of what that became. A small input can become large: 400 KB of gzip hold
 * 400,000 objects. So all of it is counted before it is kept.
 */
export interface InputBudget {
  /**
   * Counts `amount` more of `kind`. The default is 1.
   * @param where the name of the input for the user
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

/** What is counted. {@link inputLimits} explains each. */
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

/** The most of one kind that all inputs of a command may have together. */
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
  /** Bytes of objects as {@link countExcessBytes} counts them. Only lists of servers have this limit. */
  excess: { max: 40_000_000, unit: "bytes in large objects", advice: "pass only the relevant parts" },
  /** Objects that a report is about. 10,000 are reported in 350 MB, and each takes 12 kB more. */
  roots: {
    max: 12_000,
    unit: "objects to report on",
    advice: "name a TYPE, a TYPE/NAME or a namespace (-n)",
  },
  /** Fields and items that {@link countDenseValues} counts. Real objects have none; each takes 70 bytes. */
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

/** The limit for inputs of this origin. Servers have the limits of files where they have none of their own. */
function findLimit(kind: InputCount, origin: InputOrigin): InputLimit {
  const ownLimits: Partial<typeof inputLimits> = origin === "servers" ? serverLimits : {};
  return ownLimits[kind] ?? inputLimits[kind];
}

/**
 * The error that an input has more than a command can keep. Its name is that of InputError (io/errors/errors.ts), by which
 * its callers recognize it, because the rooms of parsing import nothing of io.
 */
export class InputLimitError extends Error {
  override readonly name = "InputError";
  /** What there is too much of. */
  readonly limit: InputCount;
  /** The reason without the name of the input: `more than 120000 documents`. */
  readonly reason: string;

  constructor(kind: InputCount, where: string, origin: InputOrigin = "files") {
    const { max, unit, advice } = findLimit(kind, origin);
    const reason = `more than ${max} ${unit}`;
    super(`cannot use ${where}: ${reason}; ${advice}`);
    this.limit = kind;
    this.reason = reason;
  }
}

/**
 * Whether an error is an InputLimitError. `instanceof` would not find one of another bundle, which has a class of its own.
 */
export function isInputLimit(error: unknown): error is InputLimitError {
  return error instanceof Error && error.name === "InputError" && "limit" in error;
}

/** The number of characters of a text that explain one field or item. */
const charactersPerValue = 16;

/**
 * The number of fields and items of a text beyond those that its size explains. What kubectl prints has one for each 20
 * (compact JSON) to 45 characters. So only texts such as `[{},{},{},…` use up a budget of values, and the memory for all
 * others is bounded by their bytes.
 */
export function countDenseValues(values: number, characters: number): number {
  return Math.max(0, values - Math.floor(characters / charactersPerValue));
}

/** The number of bytes that one object explains. Of a Pod with one container 1,700 are kept. */
const bytesPerObject = 2_500;

/**
 * The number of bytes of objects beyond those that the number of objects explains. So the memory for usual objects is bounded
 * by their number, and a few large ones have a limit of their own.
 */
export function countExcessBytes(bytes: number, objects: number): number {
  return Math.max(0, bytes - objects * bytesPerObject);
}

/** Creates a budget of which nothing is used. All inputs of one command share it. */
export function createInputBudget(origin: InputOrigin = "files"): InputBudget {
  return new CommandBudget(origin);
}

/** Creates a share of `budget`, through which nothing is taken yet. Its limits are those of the budget. */
export function createInputShare(budget: InputBudget): InputShare {
  return new BudgetShare(budget);
}

/** How many of each kind are in use. */
class Counts {
  readonly #counts = new Map<InputCount, number>();

  read(kind: InputCount): number {
    return this.#counts.get(kind) ?? 0;
  }

  add(kind: InputCount, amount: number): void {
    this.#counts.set(kind, this.read(kind) + amount);
  }

  /** Removes all counts, and returns them. */
  clear(): readonly (readonly [kind: InputCount, amount: number])[] {
    const counts = [...this.#counts];
    this.#counts.clear();
    return counts;
  }
}

class CommandBudget implements InputBudget {
  readonly #origin: InputOrigin;
  readonly #used = new Counts();

  constructor(origin: InputOrigin) {
    this.#origin = origin;
  }

  take(kind: InputCount, where: string, amount: number = 1): void {
    this.ensure(kind, where, amount);
    this.#used.add(kind, amount);
  }

  ensure(kind: InputCount, where: string, amount: number): void {
    if (amount > this.remaining(kind)) throw new InputLimitError(kind, where, this.#origin);
  }

  giveBack(kind: InputCount, amount: number): void {
    this.#used.add(kind, -amount);
  }

  remaining(kind: InputCount): number {
    return findLimit(kind, this.#origin).max - this.#used.read(kind);
  }
}

class BudgetShare implements InputShare {
  readonly #budget: InputBudget;
  readonly #taken = new Counts();

  constructor(budget: InputBudget) {
    this.#budget = budget;
  }

  take(kind: InputCount, where: string, amount: number = 1): void {
    this.#budget.take(kind, where, amount);
    this.#taken.add(kind, amount);
  }

  ensure(kind: InputCount, where: string, amount: number): void {
    this.#budget.ensure(kind, where, amount);
  }

  giveBack(kind: InputCount, amount: number): void {
    this.#budget.giveBack(kind, amount);
    this.#taken.add(kind, -amount);
  }

  remaining(kind: InputCount): number {
    return this.#budget.remaining(kind);
  }

  release(): void {
    for (const [kind, amount] of this.#taken.clear()) this.#budget.giveBack(kind, amount);
  }

  taken(kind: InputCount): number {
    return this.#taken.read(kind);
  }
}
