import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isBuiltInKind } from "../../shared/model/kind.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { SchemaSource } from "../../shared/render/editor/schema/field-texts.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";
import { placeKey } from "../places/place.ts";
import { type PlaceState, serverIdentity } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { thisMachine } from "../platform/node-host.ts";
import type { DefinitionSource, ManifestSurface } from "../session/session-parts.ts";
import { createClosedPlaces } from "./closed-places.ts";
import { DefinitionCache, type DefinitionOrigin, type KnownDefinition } from "./definition-cache.ts";
import { openStoredDefinitions } from "./stored-definitions.ts";

/** The schema of an object in a document. */
export interface ObjectSchema extends KnownDefinition {
  /** The schema of the version that the document names. */
  readonly root: SchemaNode;
  readonly source: SchemaSource;
}

/** Returns the schema of an object; undefined where the CRD is not known, or has no schema of the object's version. */
type FindSchema = (object: ManifestObject) => ObjectSchema | undefined;

/** The schemas of the objects in open documents, by the place that applies to each document. */
export interface DocumentSchemas extends Disposable {
  /** Returns the schemas of a document at this moment, for all of its objects. */
  at(document: TextDocument): FindSchema;
  /** Fires when other schemas apply. */
  readonly onDidChange: Event<void>;
}

/** Minimum time between two searches in the visible documents for kinds whose CRD is to be read. */
const minSearchIntervalMs = 250;

/** Kinds of one document, each version counted, that are looked up at once. */
const maxKindsOfDocument = 20;

/** Creates the schemas of a window. CRDs are read for visible manifests only. A place is never opened for them. */
export function createDocumentSchemas(session: ManifestSurface & DefinitionSource): DocumentSchemas {
  const changed = new EventEmitter<void>();
  const cache = new DefinitionCache({
    stored: openStoredDefinitions(`${session.context.globalStorageUri.fsPath}/definitions`),
    nowMs: systemClock.now,
    changed: () => changed.fire(),
    failed: session.log.failed,
  });
  const closedPlaces = createClosedPlaces(thisMachine(), systemClock.now, applyOtherPlaces, session.log.failed);
  const search = coalesceCalls(readVisibleKinds, minSearchIntervalMs, systemClock);

  function applyOtherPlaces(): void {
    search.request();
    changed.fire();
  }

  function findSchemasOf({ uri }: TextDocument): FindSchema {
    const state = session.at(uri);
    const { place, identity } = state;
    // Without trust or consent the place is not open, and its kubeconfig alone names the cluster.
    const isClosed = place.kind === "cluster" && identity === undefined;
    const closedCluster = isClosed ? closedPlaces.lookUp(place) : undefined;
    const origin = findOrigin(session, state, identity ?? closedCluster?.identity);
    if (origin === undefined) return () => undefined;
    const placeName = state.name === "" ? (closedCluster?.context ?? "") : state.name;
    return rememberSchemas(cache, origin, placeName);
  }

  /** Looks up the kinds of all visible manifests, which begins to read the CRDs that are missing or out of date. */
  function readVisibleKinds(): void {
    for (const { document } of window.visibleTextEditors) {
      const findSchema = findSchemasOf(document);
      const objects = session.getOrParseManifest(document)?.objects ?? [];
      for (const object of objects) findSchema(object);
    }
  }

  const subscriptions = [
    changed,
    session.onDidParse(search.request),
    session.onDidChangePlace(search.request),
    session.onDidSwitchPlace(applyOtherPlaces),
    window.onDidChangeVisibleTextEditors(search.request),
  ];
  search.request();

  return {
    onDidChange: changed.event,
    at: findSchemasOf,
    dispose() {
      search.cancel();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Looks each version of a kind up only once, because a file may have hundreds of documents of one kind. */
function rememberSchemas(cache: DefinitionCache, origin: DefinitionOrigin, placeName: string): FindSchema {
  const schemas = new Map<string, ObjectSchema | undefined>();

  function lookUp({ group, kind, version }: ManifestObject): ObjectSchema | undefined {
    const definition = cache.lookUp(origin, { group, kind });
    const root = definition?.schema.versions.get(version);
    if (definition === undefined || root === undefined) return undefined;
    return { ...definition, root, source: { kind, version, place: placeName, isOld: definition.isOld } };
  }

  return (object) => {
    if (isBuiltInKind(object)) return undefined;
    const key = `${object.group}/${object.version}/${object.kind}`;
    if (!schemas.has(key) && schemas.size < maxKindsOfDocument) schemas.set(key, lookUp(object));
    return schemas.get(key);
  };
}

/** Returns where the CRDs of a place are read; undefined while its cluster is not known. */
function findOrigin(
  session: DefinitionSource,
  { place, link, snapshot, definitions }: PlaceState,
  identity: string | undefined,
): DefinitionOrigin | undefined {
  const isOpen = link.state === "live";
  const read: DefinitionOrigin["read"] = (kind) => session.readDefinition(place, kind);
  if (place.kind === "files") {
    // Users replace dumps, and the time in them may stay the same.
    const isFixed = place.holds === "must-gather";
    return { key: `${placeKey(place)} ${snapshot?.takenAt ?? ""}`, isOpen, isFixed, read };
  }
  if (identity === undefined) return undefined;
  return {
    key: identity,
    storageKey: serverIdentity(identity),
    isOpen,
    read,
    ...definedFields({ followedVersions: definitions }),
  };
}
