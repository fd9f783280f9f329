import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { isOwnKind } from "../../shared/aggregate/snapshot/core-kinds.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { SchemaSourceNames } from "../../shared/render/words/editor/schema.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";
import { keyOfPlace } from "../places/place.ts";
import { type PlaceState, serverIdentity } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import type { DefinitionSource, ManifestSurface } from "../session/session-parts.ts";
import {
  createDefinitionCache,
  type DefinitionCache,
  type DefinitionOrigin,
  type KnownDefinition,
} from "./definition-cache.ts";
import { storedDefinitions } from "./stored-definitions.ts";

/** The schema of an object in a document. */
export interface ObjectSchema extends KnownDefinition {
  /** The schema of the version that the document names. */
  readonly root: SchemaNode;
  readonly source: SchemaSourceNames & { readonly isOld: boolean };
}

/** Returns the schema of an object; undefined where the CRD is not known, or has no schema of the object's version. */
type SchemaLookup = (object: ManifestObject) => ObjectSchema | undefined;

/** The schemas of the objects in open documents, by the place that applies to each document. */
export interface DocumentSchemas extends Disposable {
  /** Returns the schemas of a document at this moment, for all of its objects. */
  at(document: TextDocument): SchemaLookup;
  /** Fires when other schemas apply. */
  readonly onDidChange: Event<void>;
}

/** Minimum milliseconds between two searches for kinds whose CRD is to be read. */
const least = 250;

/** The most kinds of one document whose CRDs are read. */
const mostKinds = 20;

/** CRDs are read for visible manifests only. A place is never opened for them. */
export function createDocumentSchemas(session: ManifestSurface & DefinitionSource): DocumentSchemas {
  const changed = new EventEmitter<void>();
  const cache = createDefinitionCache({
    stored: storedDefinitions(`${session.context.globalStorageUri.fsPath}/definitions`),
    now: systemClock.now,
    changed: () => changed.fire(),
    failed: session.log.failed,
  });

  function lookAtVisible(): void {
    for (const { document } of window.visibleTextEditors) {
      const origin = originOf(session, session.at(document.uri));
      const objects = session.manifest(document)?.objects ?? [];
      if (origin !== undefined) lookForKinds(cache, origin, objects);
    }
  }

  const looking = coalesceCalls(lookAtVisible, least, systemClock);
  const subscriptions = [
    session.onDidParse(looking.request),
    session.onDidChangePlace(looking.request),
    session.onDidSwitchPlace(() => {
      looking.request();
      changed.fire();
    }),
    window.onDidChangeVisibleTextEditors(looking.request),
  ];
  looking.request();

  return {
    onDidChange: changed.event,
    at(document) {
      const state = session.at(document.uri);
      const origin = originOf(session, state);
      return origin === undefined ? () => undefined : lookupIn(cache, origin, state.name);
    },
    dispose() {
      looking.cancel();
      for (const one of [...subscriptions, changed]) one.dispose();
    },
  };
}

/** Each version of a kind is looked up once, because a file may have hundreds of documents of one kind. */
function lookupIn(cache: DefinitionCache, origin: DefinitionOrigin, place: string): SchemaLookup {
  const found = new Map<string, ObjectSchema | undefined>();

  function find({ group, kind, version }: ManifestObject): ObjectSchema | undefined {
    const known = isOwnKind({ group }) ? undefined : cache.look(origin, { group, kind });
    const root = known?.schema.versions.get(version);
    if (known === undefined || root === undefined) return undefined;
    return { ...known, root, source: { kind, version, place, isOld: known.isOld } };
  }

  return (object) => {
    const key = `${object.group}/${object.version}/${object.kind}`;
    if (!found.has(key)) found.set(key, find(object));
    return found.get(key);
  };
}

function lookForKinds(cache: DefinitionCache, origin: DefinitionOrigin, objects: readonly ManifestObject[]): void {
  const kinds = new Map(
    objects.filter((object) => !isOwnKind(object)).map((object) => [`${object.group}/${object.kind}`, object]),
  );
  for (const kind of [...kinds.values()].slice(0, mostKinds)) cache.look(origin, kind);
}

/** Returns where the CRDs of a place are read; undefined while its cluster is not known. */
function originOf(session: DefinitionSource, state: PlaceState): DefinitionOrigin | undefined {
  const { place, identity, link, snapshot } = state;
  const read: DefinitionOrigin["read"] = (kind) => session.readDefinition(place, kind);
  const isOpen = link.state === "live";
  if (place.kind === "files") {
    return { key: `${keyOfPlace(place)} ${snapshot?.takenAt ?? ""}`, isOpen, isKept: false, read };
  }
  return identity === undefined ? undefined : { key: serverIdentity(identity), isOpen, isKept: true, read };
}
