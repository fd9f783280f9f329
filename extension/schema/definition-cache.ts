import { definedFields } from "../../shared/model/defined-fields.ts";
import { kindKey } from "../../shared/model/kind.ts";
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
  /** The key of the server on disk, for the time without a connection. Absent: its schemas are not stored. */
  readonly storageKey?: string;
  /** The current versions of the CRDs that are followed there, by `kindKey`. Absent: no CRD is followed. */
  readonly followedVersions?: ReadonlyMap<string, string>;
  /** Whether a CRD that was read never changes, as in a must-gather. */
  readonly isFixed?: boolean;
  /** Returns undefined where the place was closed before the server responded. */
  readonly read: (kind: DefinedKind) => Promise<Reading | undefined>;
}

/** The schemas of a kind, as last read. */
export interface KnownDefinition {
  readonly schema: KindSchema;
  /** Whether they were read in an earlier window, or could not be read again. */
  readonly isOld: boolean;
  /** Whether they may mark a field as wrong. A server that does not respond, or refuses, may have another CRD by now. */
  readonly isReliable: boolean;
}

/** What a {@link DefinitionCache} depends on. */
export interface CacheDependencies {
  readonly stored: StoredDefinitions;
  readonly nowMs: () => number;
  /** Called when a kind has other schemas. */
  readonly changed: () => void;
  readonly failed: (bug: unknown) => void;
}

const maxKinds = 60;

/** Characters of all CRDs together, as JSON. */
const maxTotalCharacters = 16_000_000;

/** Characters of one CRD, as JSON. The API server accepts 1.5 MB. */
const maxCharacters = 8_000_000;

/**
 * Milliseconds until a CRD that is not followed is read again, by the outcome of the last reading. An upgrade of an
 * operator changes its CRD while manifests are open.
 */
const lifetimesMs: Readonly<Record<Outcome, number>> = {
  found: 60_000,
  absent: 60_000,
  noSuchKind: 60_000,
  forbidden: 300_000,
  unread: 60_000,
};

/** The last reading of a CRD. `stored`: it was read from the disk, and not yet from a server. */
interface Entry {
  readonly outcome: Outcome | "stored";
  readonly schema?: KindSchema;
  /** The version of the CRD that was read. */
  readonly version?: string;
  /** The version that the watch had reported when the reading began. */
  readonly followedVersion?: string;
  readonly characters: number;
  readonly readAtMs: number;
}

/**
 * The schemas of all kinds and places. A CRD is read when a schema is first looked up, and again when it may have
 * changed. Three hundred manifests of one kind cause one request.
 */
export class DefinitionCache {
  /** The entry that was used longest ago is first. */
  readonly #entries = new Map<string, Entry>();
  readonly #keysBeingRead = new Set<string>();
  readonly #dependencies: CacheDependencies;

  constructor(dependencies: CacheDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the schemas of a kind as last read, and begins to read its CRD where that is due and possible. */
  lookUp(origin: DefinitionOrigin, kind: DefinedKind): KnownDefinition | undefined {
    const key = entryKey(origin.key, kind);
    const entry = this.#entries.get(key);
    this.#readIfDue(origin, kind, entry);
    if (entry === undefined) return undefined;
    this.#moveToEnd(key, entry);
    if (entry.schema === undefined) return undefined;
    const { schema, outcome } = entry;
    return { schema, isOld: outcome !== "found", isReliable: outcome === "found" || outcome === "stored" };
  }

  #readIfDue(origin: DefinitionOrigin, kind: DefinedKind, entry: Entry | undefined): void {
    const key = entryKey(origin.key, kind);
    if (!origin.isOpen) {
      if (entry === undefined) this.#startReading(key, () => this.#readFromDisk(origin, kind));
      return;
    }
    const followedVersion = origin.followedVersions?.get(kindKey(kind));
    if (!isReadingDue(entry, followedVersion, origin.isFixed === true, this.#dependencies.nowMs())) return;
    this.#startReading(key, async () => {
      const next = await this.#readFromOrigin(origin, kind);
      return { ...next, ...definedFields({ followedVersion }) };
    });
  }

  /** Keeps the entry that `read` returns. Does nothing while the same CRD is being read. */
  #startReading(key: string, read: () => Promise<Entry>): void {
    if (this.#keysBeingRead.has(key)) return;
    this.#keysBeingRead.add(key);
    read()
      .then((entry) => {
        const before = this.#entries.get(key);
        this.#keep(key, entry);
        if (entry.schema !== before?.schema || entry.outcome !== before?.outcome) this.#dependencies.changed();
      })
      .catch(this.#dependencies.failed)
      .finally(() => this.#keysBeingRead.delete(key));
  }

  /** Reads a CRD from the cluster or the files. Where it cannot be read now, the schema that was known stays. */
  async #readFromOrigin(origin: DefinitionOrigin, kind: DefinedKind): Promise<Entry> {
    const reading = await origin.read(kind);
    const outcome = reading?.outcome ?? "unread";
    const version = versionOfDefinition(reading);
    const facts = { outcome, readAtMs: this.#dependencies.nowMs(), ...definedFields({ version }) };
    if (reading?.outcome === "found") {
      const found = await this.#takeFoundDefinition(origin, kind, reading.objects[0]?.raw);
      return { ...found, ...facts };
    }
    if (outcome === "unread") {
      const known = this.#entries.get(entryKey(origin.key, kind)) ?? (await this.#readFromDisk(origin, kind));
      return { ...known, ...facts };
    }
    if (outcome === "absent") await this.#store(origin, kind, "");
    return { ...facts, characters: 0 };
  }

  /** Returns the same schema object as before where the CRD is unchanged, so that nothing is drawn again. */
  async #takeFoundDefinition(
    origin: DefinitionOrigin,
    kind: DefinedKind,
    definition: unknown,
  ): Promise<Pick<Entry, "schema" | "characters">> {
    const { schema, text } = readDefinition(definition, kind);
    const before = this.#entries.get(entryKey(origin.key, kind))?.schema;
    if (before !== undefined && JSON.stringify(before.source) === text) {
      return { schema: before, characters: text.length };
    }
    await this.#store(origin, kind, text);
    return { characters: text.length, ...definedFields({ schema }) };
  }

  async #readFromDisk({ storageKey }: DefinitionOrigin, kind: DefinedKind): Promise<Entry> {
    const definition =
      storageKey === undefined
        ? undefined
        : await this.#dependencies.stored.read(entryKey(storageKey, kind)).catch(() => undefined);
    const { schema, text } = readDefinition(definition, kind);
    const readAtMs = this.#dependencies.nowMs();
    return { outcome: "stored", characters: text.length, readAtMs, ...definedFields({ schema }) };
  }

  /** Stores the text of a CRD on disk, or removes the stored one where the text is empty. */
  async #store({ storageKey }: DefinitionOrigin, kind: DefinedKind, text: string): Promise<void> {
    if (storageKey === undefined) return;
    const { stored, failed } = this.#dependencies;
    const key = entryKey(storageKey, kind);
    const storing = text === "" ? stored.remove(key) : stored.write(key, text);
    await storing.catch(failed);
  }

  /** Keeps an entry as the last used one, and drops those that were used longest ago beyond the limits. */
  #keep(key: string, entry: Entry): void {
    this.#moveToEnd(key, entry);
    let totalCharacters = 0;
    for (const { characters } of this.#entries.values()) totalCharacters += characters;
    for (const [oldestKey, oldest] of this.#entries) {
      const isWithinLimits = this.#entries.size <= maxKinds && totalCharacters <= maxTotalCharacters;
      if (oldestKey === key || isWithinLimits) break;
      this.#entries.delete(oldestKey);
      totalCharacters -= oldest.characters;
    }
  }

  #moveToEnd(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }
}

/**
 * Whether a CRD is to be read from its origin. The first rule that applies decides:
 * 1. It was never read there: yes.
 * 2. It was found in files that never change: no.
 * 3. It is followed, and was found or absent: yes for each new version that the watch reports.
 * 4. Else yes when the lifetime of the outcome has passed.
 */
function isReadingDue(
  entry: Entry | undefined,
  followedVersion: string | undefined,
  isFixed: boolean,
  nowMs: number,
): boolean {
  if (entry === undefined || entry.outcome === "stored") return true;
  const { outcome, version, readAtMs } = entry;
  if (outcome === "found" && isFixed) return false;
  if (followedVersion !== undefined && (outcome === "found" || outcome === "absent")) {
    // A watch may be behind a reading for a moment: the version that it had then is no reason to read again.
    return followedVersion !== version && followedVersion !== entry.followedVersion;
  }
  return nowMs - readAtMs >= lifetimesMs[outcome];
}

function entryKey(originKey: string, { group, kind }: DefinedKind): string {
  return `${originKey}\n${group}/${kind}`;
}

/** Returns the schemas of a CRD with its text as JSON; an empty text where it is of another kind, or too large. */
function readDefinition(
  definition: unknown,
  { group, kind }: DefinedKind,
): { readonly schema?: KindSchema; readonly text: string } {
  const schema = readKindSchema(definition);
  if (schema === undefined || schema.group !== group || schema.kind !== kind) return { text: "" };
  const text = JSON.stringify(schema.source);
  return text.length > maxCharacters ? { text: "" } : { schema, text };
}
