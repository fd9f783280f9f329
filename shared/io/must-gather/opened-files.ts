import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { type InputBudget, InputLimitError, inputLimits } from "../../parse/input-budget.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { archiveEndsInside } from "./archive/tar-entries.ts";
import { objectsInFile } from "./file-objects.ts";
import type { CandidateFile } from "./object-paths.ts";

/** One file of a must-gather, and the objects that were read from it. */
export interface OpenedFile {
  readonly place: CandidateFile;
  readonly objects: readonly KubeObject[];
  /** What in it could not be used. */
  readonly damage: readonly Damage[];
}

/** Opens files of a must-gather, each only once. */
export class OpenedFiles {
  readonly #files: MustGatherFiles;
  readonly #budget: InputBudget;
  readonly #opened = new Map<string, Promise<OpenedFile>>();
  /** The kinds of which each object is a root of the Report. */
  #rootKinds: readonly Kind[] = [];
  #rootsWhere = "";
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
    this.#rootKinds = kinds;
    this.#rootsWhere = where;
  }

  /** The objects in the file at `place`; of a long list only those whose text has all `words`. */
  async open(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const key = [place.path, ...words].join("\n");
    let opened = this.#opened.get(key);
    if (opened === undefined) {
      opened = this.#previousFile.then(() => this.#read(place, kind, words));
      this.#opened.set(key, opened);
      this.#previousFile = opened.catch(() => undefined);
    }
    // Several namespaces and images can lead to one path.
    return { ...(await opened), place };
  }

  /** What could not be used in all files that were opened. */
  damage(): readonly Damage[] {
    return [...this.#damageByPath.values()].flat();
  }

  async #read(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const { objects, damage } = await this.#readFile(place, kind, words);
    if (damage.length > 0) this.#damageByPath.set(place.path, damage);
    return { place, objects, damage };
  }

  async #readFile({ path, refusal }: CandidateFile, kind: Kind, words: readonly string[]): Promise<FileContents> {
    if (refusal !== undefined) return unreadFile(path, refusal);
    const input = await this.#files.read(path);
    if (input.refusal !== undefined) return unreadFile(path, input.refusal);
    const isOfRoots = words.length === 0 && this.#rootKinds.some((root) => isSameKind(root, kind));
    if (!isOfRoots) return objectsInFile(input.text, path, kind, words, this.#budget);
    const contents = objectsInFile(input.text, path, kind, words, this.#budget, (items) =>
      this.#budget.ensure("roots", this.#rootsWhere, items),
    );
    this.#countRoots(contents.objects, kind);
    return contents;
  }

  /** @throws InputLimitError where all files together have more objects of the kind than a Report may have roots. */
  #countRoots(objects: readonly KubeObject[], kind: Kind): void {
    for (const { ref, key } of objects) {
      if (isSameKind(ref, kind)) this.#rootKeys.add(key);
    }
    if (this.#rootKeys.size > inputLimits.roots.max) throw new InputLimitError("roots", this.#rootsWhere);
  }
}

type FileContents = Pick<OpenedFile, "objects" | "damage">;

/** A file that was not read, and why. */
function unreadFile(path: string, cause: string): FileContents {
  const damage: Damage =
    cause === archiveEndsInside ? { where: path, cause, isTruncated: true } : { where: path, cause };
  return { objects: [], damage: [damage] };
}
