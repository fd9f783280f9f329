import type { KubeObject } from "../model/object.ts";
import type { Damage } from "../model/snapshot.ts";

/** The Kubernetes objects in a value, and one damage for each piece that is none. */
export function objectsOf(_value: unknown, _where: string): { readonly objects: readonly KubeObject[]; readonly damage: readonly Damage[] } {
  throw new Error("not written yet");
}

/** One object, its metadata made total. Never throws on data. */
export function toObject(_raw: unknown): KubeObject {
  throw new Error("not written yet");
}
