import type { Resource } from "../shared/model/resource.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import type { Options } from "./options.ts";
import type { Asked } from "./wanted.ts";

/** What was asked for, and what was read of it. */
export interface Read {
  readonly snapshot: Snapshot;
  readonly asked: Asked;
}

/** Where types get their names from. */
export interface Names {
  /** What is known here goes without asking a server, which has far more than a command line names. */
  readonly source: "server" | "gather" | "files";
  /** Everything that can be named. @throws InputError where nobody can say. */
  readonly all: () => Promise<readonly Resource[]>;
  /** Groups that could not be looked through, such as `metrics.k8s.io`. */
  readonly skipped?: () => Promise<readonly string[]>;
}

/**
 * Reads what the command line names; what that is may only be seen by what is found, and is then read once more. Where
 * nothing is named, nothing of all this is loaded.
 * @throws UsageError, InputError where a name cannot be understood, and what `read` does.
 */
export async function namingOf(
  options: Options,
  names: Names,
  read: (asked: Asked) => Promise<Snapshot>,
): Promise<Read> {
  const { word, targets, profile } = options;
  if (word === undefined && targets.length === 0 && profile === undefined) {
    const asked: Asked = { unknown: [] };
    return { asked, snapshot: await read(asked) };
  }
  const { askedAgain, askedFor, fitting, namesOf } = await import("./named.ts");
  const naming = namesOf(names);
  const asked = await askedFor(options, naming);
  const snapshot = await read(asked);
  const again = await askedAgain(asked, snapshot, naming);
  if (again === undefined) return { asked, snapshot };
  fitting(again, options);
  return { asked: again, snapshot: again.wanted === asked.wanted ? snapshot : await read(again) };
}
