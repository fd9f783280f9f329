import { Uri } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Ref } from "../../shared/model/object.ts";

/**
 * The place and object that a document of the extension shows, encoded in its URI. The same object therefore opens the
 * same tab.
 */
export interface ObjectAddress {
  /** The key of a `DocumentPlace`. */
  readonly place: string;
  readonly ref: Ref;
  /** Set for one side of a comparison. */
  readonly compared?: {
    readonly side: "file" | "live";
    /** The URI of the manifest, the object as the manifest names it, and its index among objects of that name. */
    readonly manifest: string;
    readonly written: Ref;
    readonly index: number;
  };
}

/** Returns the URI of the document for an address; `title` is the name on the tab. */
export function buildObjectUri(scheme: string, title: string, { place, ref, compared }: ObjectAddress): Uri {
  const values: unknown[] = [place, encodeRef(ref)];
  if (compared !== undefined)
    values.push(compared.side, compared.manifest, encodeRef(compared.written), compared.index);
  return Uri.from({ scheme, path: `/${title}`, query: JSON.stringify(values) });
}

/** Returns the address in a URI, or undefined for a URI that the extension did not create. */
export function parseObjectUri(uri: Uri): ObjectAddress | undefined {
  try {
    const [place, refValue, side, manifest, writtenValue, index]: readonly unknown[] = JSON.parse(uri.query);
    const ref = decodeRef(refValue);
    if (typeof place !== "string" || ref === undefined) return undefined;
    if (side === undefined) return { place, ref };
    const written = decodeRef(writtenValue);
    if ((side !== "file" && side !== "live") || typeof manifest !== "string" || written === undefined) return undefined;
    return { place, ref, compared: { side, manifest, written, index: Number(index) } };
  } catch {
    return undefined;
  }
}

/** `["apps", "v1", "Deployment", "ns", "x"]`. */
function encodeRef({ group, version, kind, namespace, name }: Ref): readonly string[] {
  return [group, version ?? "", kind, namespace ?? "", name];
}

/** The object that {@link encodeRef} encoded; undefined for any other value. */
function decodeRef(value: unknown): Ref | undefined {
  if (!Array.isArray(value) || value.length !== 5 || !value.every((part) => typeof part === "string")) return undefined;
  const [group = "", version = "", kind = "", namespace = "", name = ""]: readonly string[] = value;
  if (kind === "" || name === "") return undefined;
  return {
    group,
    kind,
    name,
    ...definedFields({ version: version || undefined, namespace: namespace || undefined }),
  };
}
