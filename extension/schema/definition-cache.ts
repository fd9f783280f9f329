import { kindKey } from "../../shared/aggregate/snapshot/object-index.ts";
import type { Outcome, Reading } from "../../shared/model/snapshot.ts";
import { type KindSchema, readKindSchema } from "../../shared/schema/kind-schema.ts";
import { type DefinedKind, versionOfDefinition } from "../places/definitions/read-definition.ts";
import type { StoredDefinitions } from "./stored-definitions.ts";

/** The cluster or the files whose CRDs are the schemas. */
export interface DefinitionOrigin {
  /** Equal for the same context of the same server, or for the same content of files. */
  readonly key: string;
  /** Whether a CRD can be read there now. */
  readonly isOpen: boolean;
  /** The name of the server on disk, for the time without a connection. Absent: its schemas are not kept. */
  readonly keptAs?: string;
  /** The current versions of the CRDs that are followed there, by `kindKey`. Absent: none is followed. */
  readonly versions?: ReadonlyMap<string, string>;
  /** Whether what was read stays as it is, like files. */
  readonly isFixed?: boolean;
  /** Undefined: without an answer. */
  readonly read: (kind: DefinedKind) => Promise<Reading | undefined>;
}

/** The schemas of a kind as far as they are known. */
export interface KnownDefinition {
  readonly schema: KindSchema;
  /** Whether they were read in an earlier window, or could not be read again. */
  readonly isOld: boolean;
  /** Whether they may mark a field as wrong. A cluster that does not answer, or refuses, may have another CRD by now. */
  readonly isReliable: boolean;
}

/** The schemas of all kinds and places, each CRD read once for each of its versions. */
export interface DefinitionCache {
  /** Returns what is known of a kind, and begins to read its CRD where that is needed and possible. */
  look(origin: DefinitionOrigin, kind: DefinedKind): KnownDefinition | undefined;
}

/** What a {@link DefinitionCache} depends on. */
export interface CacheDependencies {
  readonly stored: StoredDefinitions;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called when a kind has other schemas. */
  readonly changed: () => void;
  readonly failed: (bug: unknown) => void;
}

/** Limits of what is held: kinds, and characters of their CRDs as JSON. A CRD of the API server has 1.5 MB at most. */
const mostKinds = 60;
const mostCharacters = 16_000_000;
const largest = 8_000_000;

/**
 * Milliseconds until a CRD that is not followed is read again, by the outcome of the last reading. An upgrade of an
 * operator changes its CRD while manifests are open.
 */
const lifetimes: Readonly<Record<Outcome, number>> = {
  found: 60_000,
  absent: 60_000,
  noSuchKind: 60_000,
  forbidden: 300_000,
  unread: 60_000,
};

interface Entry {
  readonly outcome: Outcome | "kept" | "reading";
  readonly schema?: KindSchema;
  /** The version that was read. */
  readonly version?: string;
  /** The version that was followed when the reading began. */
  readonly followed?: string;
  readonly size: number;
  readonly at: number;
}

const nothing: Entry = { outcome: "reading", size: 0, at: 0 };

export function createDefinitionCache({ stored, now, changed, failed }: CacheDependencies): DefinitionCache {
  const entries = new Map<string, Entry>();
  const underway = new Set<string>();

  function begin(key: string, work: () => Promise<Entry>): void {
    if (underway.has(key)) return;
    underway.add(key);
    work()
      .then((entry) => {
        const isNews = entry.schema !== entries.get(key)?.schema || entry.outcome !== entries.get(key)?.outcome;
        keep(key, entry);
        if (isNews) changed();
      })
      .catch(failed)
      .finally(() => underway.delete(key));
  }

  async function readNow(origin: DefinitionOrigin, kind: DefinedKind, key: string): Promise<Entry> {
    const reading = await origin.read(kind);
    const outcome = reading?.outcome ?? "unread";
    const version = versionOfDefinition(reading);
    const about = { outcome, at: now(), ...(version !== undefined && { version }) };
    if (reading?.outcome === "found") {
      const read = readDefinition(reading.objects[0]?.raw, kind);
      const before = entries.get(key)?.schema;
      const isSame = before !== undefined && JSON.stringify(before.source) === read.text;
      if (!isSame) await store(origin, kind, read.text);
      const schema = isSame ? before : read.schema;
      return { ...about, size: read.text.length, ...(schema !== undefined && { schema }) };
    }
    if (outcome === "absent") await store(origin, kind, "");
    if (outcome !== "unread") return { ...about, size: 0 };
    const known = entries.get(key) ?? (await readKept(origin, kind));
    return { ...known, ...about };
  }

  /** Stores the text of a CRD, or removes the stored one where there is no text. */
  async function store({ keptAs }: DefinitionOrigin, kind: DefinedKind, text: string): Promise<void> {
    if (keptAs === undefined) return;
    const key = keyFor(keptAs, kind);
    await (text === "" ? stored.remove(key) : stored.write(key, text)).catch(failed);
  }

  async function readKept({ keptAs }: DefinitionOrigin, kind: DefinedKind): Promise<Entry> {
    const found = keptAs === undefined ? undefined : await stored.read(keyFor(keptAs, kind)).catch(() => undefined);
    const { schema, text } = readDefinition(found, kind);
    return { outcome: "kept", size: text.length, at: now(), ...(schema !== undefined && { schema }) };
  }

  /** Keeps an entry as the latest one, and drops the oldest beyond the limits. */
  function keep(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    let size = [...entries.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [oldest, one] of entries) {
      if (oldest === key || (entries.size <= mostKinds && size <= mostCharacters)) break;
      entries.delete(oldest);
      size -= one.size;
    }
  }

  return {
    look(origin, kind) {
      const key = keyFor(origin.key, kind);
      const known = entries.get(key);
      const { outcome, schema } = known ?? nothing;
      const followed = origin.versions?.get(kindKey(kind));
      if (origin.isOpen && isDue(known ?? nothing, followed, origin.isFixed === true, now()))
        begin(key, async () => ({
          ...(await readNow(origin, kind, key)),
          ...(followed !== undefined && { followed }),
        }));
      else if (known === undefined && !origin.isOpen) begin(key, () => readKept(origin, kind));
      if (known !== undefined) {
        entries.delete(key);
        entries.set(key, known);
      }
      return schema && { schema, isOld: outcome !== "found", isReliable: outcome === "found" || outcome === "kept" };
    },
  };
}

/** Whether a CRD is read again: with each new version where it is followed, else by its age. */
function isDue(entry: Entry, followed: string | undefined, isFixed: boolean, now: number): boolean {
  const { outcome, version, at } = entry;
  if (outcome === "kept" || outcome === "reading") return true;
  if (outcome === "found" && isFixed) return false;
  if (followed === undefined || (outcome !== "found" && outcome !== "absent")) return now - at >= lifetimes[outcome];
  // A watch may be behind a reading for a moment.
  return followed !== version && followed !== entry.followed;
}

function keyFor(origin: string, { group, kind }: DefinedKind): string {
  return `${origin}\n${group}/${kind}`;
}

/** The schemas of a CRD with their text; without schemas where it is of another kind, or too large. */
function readDefinition(
  raw: unknown,
  { group, kind }: DefinedKind,
): { readonly schema?: KindSchema; readonly text: string } {
  const schema = readKindSchema(raw);
  if (schema === undefined || schema.group !== group || schema.kind !== kind) return { text: "" };
  const text = JSON.stringify(schema.source);
  return text.length > largest ? { text: "" } : { schema, text };
}
