import { trueFlags } from "../../model/defined-fields.ts";
import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { type InputBudget, InputLimitError, inputLimits } from "../../parse/input-budget.ts";
import { createItemReduction } from "../files/item-reduction.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { archiveEndsInside } from "./archive/tar-entries.ts";
import { readFileObjects } from "./file-objects.ts";
import type { CandidateFile } from "./object-paths.ts";

/** The objects of one file, and what in the file could not be used. */
interface FileContents {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
}

/** One file of a must-gather, and what was read from it. */
export interface OpenedFile extends FileContents {
  readonly candidate: CandidateFile;
}

/** The kinds whose objects are roots of a Report, which may only have so many. */
interface RootLimit {
  readonly kinds: readonly Kind[];
  /** What an error names. */
  readonly where: string;
}

/** Opens files of a must-gather, each only once. */
export class OpenedFiles {
  readonly #files: MustGatherFiles;
  readonly #budget: InputBudget;
  readonly #reduceItem = createItemReduction();
  readonly #contents = new Map<string, Promise<FileContents>>();
  #rootLimit: RootLimit = { kinds: [], where: "" };
  /** The roots in all files so far. */
  readonly #rootKeys = new Set<string>();
  readonly #damageByPath = new Map<string, readonly Damage[]>();
  /** Files are opened one after the other, so that the text of only one large list is in memory at a time. */
  #previousFile: Promise<unknown> = Promise.resolve();

  constructor(files: MustGatherFiles, budget: InputBudget) {
    this.#files = files;
    this.#budget = budget;
  }

  /** Refuses from now on to read more objects of these kinds than a Report may have roots. `where`: what an error names. */
  limitRoots(kinds: readonly Kind[], where: string): void {
    this.#rootLimit = { kinds, where };
  }

  /** Reads a file, unless it was read before with the same words. Of a long list only items with all `words` are read. */
  async open(candidate: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const key = [candidate.path, ...words].join("\n");
    let contents = this.#contents.get(key);
    if (contents === undefined) {
      contents = this.#previousFile.then(() => this.#read(candidate, kind, words));
      this.#contents.set(key, contents);
      this.#previousFile = contents.catch(() => undefined);
    }
    // Several namespaces and images can lead to one path, so the candidate is not kept with the contents.
    return { ...(await contents), candidate };
  }

  /** What could not be used in all files that were opened. */
  damage(): readonly Damage[] {
    return [...this.#damageByPath.values()].flat();
  }

  async #read({ path, refusal }: CandidateFile, kind: Kind, words: readonly string[]): Promise<FileContents> {
    const input = refusal === undefined ? await this.#files.read(path) : { refusal };
    const contents =
      input.refusal === undefined
        ? this.#parse(input.text, path, kind, words)
        : { objects: [], damage: [makeDamage(path, input.refusal)] };
    if (contents.damage.length > 0) this.#damageByPath.set(path, contents.damage);
    return contents;
  }

  #parse(text: string, path: string, kind: Kind, words: readonly string[]): FileContents {
    const options = { budget: this.#budget, reduceItem: this.#reduceItem };
    const { kinds, where } = this.#rootLimit;
    const hasRoots = words.length === 0 && kinds.some((rootKind) => isSameKind(rootKind, kind));
    if (!hasRoots) return readFileObjects(text, path, kind, { ...options, words });
    const ensureItems = (items: number): void => this.#budget.ensure("roots", where, items);
    const contents = readFileObjects(text, path, kind, { ...options, ensureItems });
    this.#countRoots(contents.objects, kind);
    return contents;
  }

  /** @throws InputLimitError where all files together have more objects of the kind than a Report may have roots. */
  #countRoots(objects: readonly KubeObject[], kind: Kind): void {
    for (const { ref, key } of objects) {
      if (isSameKind(ref, kind)) this.#rootKeys.add(key);
    }
    if (this.#rootKeys.size > inputLimits.roots.max) throw new InputLimitError("roots", this.#rootLimit.where);
  }
}

function makeDamage(where: string, cause: string): Damage {
  return { where, cause, ...trueFlags({ isTruncated: cause === archiveEndsInside }) };
}
