import { Uri } from "vscode";
import type { Ref } from "../shared/model/object.ts";

/** What a document of ours is about; it stands in the document's address, so that the same object is the same tab. */
export interface Address {
  /** keyOfPlace. */
  readonly place: string;
  readonly ref: Ref;
  /** Of one side of a comparison. */
  readonly compared?: {
    readonly side: "file" | "live";
    /** The manifest, who the object is in it, and which one of those of that name. */
    readonly manifest: string;
    readonly written: Ref;
    readonly index: number;
  };
}

/** `title` is the name on the tab. */
export function uriOf(scheme: string, title: string, { place, ref, compared }: Address): Uri {
  const words = [place, wordsOf(ref)];
  const more =
    compared === undefined ? [] : [compared.side, compared.manifest, wordsOf(compared.written), compared.index];
  return Uri.from({ scheme, path: `/${title}`, query: JSON.stringify([...words, ...more]) });
}

/** Undefined for what nobody here has written. */
export function addressOf(uri: Uri): Address | undefined {
  try {
    const [place, words, side, manifest, own, index]: readonly unknown[] = JSON.parse(uri.query);
    const ref = refIn(words);
    if (typeof place !== "string" || ref === undefined) return undefined;
    if (side === undefined) return { place, ref };
    const written = refIn(own);
    if ((side !== "file" && side !== "live") || typeof manifest !== "string" || written === undefined) return undefined;
    return { place, ref, compared: { side, manifest, written, index: Number(index) } };
  } catch {
    return undefined;
  }
}

function wordsOf({ group, version, kind, namespace, name }: Ref): readonly string[] {
  return [group, version ?? "", kind, namespace ?? "", name];
}

function refIn(words: unknown): Ref | undefined {
  if (!Array.isArray(words) || words.length !== 5 || !words.every((word) => typeof word === "string")) return undefined;
  const [group = "", version = "", kind = "", namespace = "", name = ""]: readonly string[] = words;
  if (kind === "" || name === "") return undefined;
  return { group, kind, name, ...(version !== "" && { version }), ...(namespace !== "" && { namespace }) };
}
