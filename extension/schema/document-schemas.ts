import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
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
  readonly source: SchemaSource;
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

/** The most kinds of one document, with their versions, that are looked up at once. */
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

  const closed = createClosedPlaces(
    thisMachine(),
    systemClock.now,
    () => {
      looking.request();
      changed.fire();
    },
    session.log.failed,
  );

  function lookupFor({ uri }: TextDocument): SchemaLookup {
    const state = session.at(uri);
    const { place, identity, name } = state;
    // Without trust or consent the place is not open, and its kubeconfig alone names the cluster.
    const known = place.kind === "cluster" && identity === undefined ? closed.look(place) : undefined;
    const origin = findOrigin(session, state, identity ?? known?.identity);
    return origin === undefined
      ? () => undefined
      : createLookup(cache, origin, name === "" ? (known?.context ?? "") : name);
  }

  function lookAtVisible(): void {
    for (const { document } of window.visibleTextEditors) {
      const lookup = lookupFor(document);
      for (const object of session.manifest(document)?.objects ?? []) lookup(object);
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
    at: lookupFor,
    dispose() {
      looking.cancel();
      for (const one of [...subscriptions, changed]) one.dispose();
    },
  };
}

/** Each version of a kind is looked up once, because a file may have hundreds of documents of one kind. */
function createLookup(cache: DefinitionCache, origin: DefinitionOrigin, place: string): SchemaLookup {
  const found = new Map<string, ObjectSchema | undefined>();

  function find({ group, kind, version }: ManifestObject): ObjectSchema | undefined {
    const known = cache.look(origin, { group, kind });
    const root = known?.schema.versions.get(version);
    if (known === undefined || root === undefined) return undefined;
    return { ...known, root, source: { kind, version, place, isOld: known.isOld } };
  }

  return (object) => {
    if (isBuiltInKind(object)) return undefined;
    const key = `${object.group}/${object.version}/${object.kind}`;
    if (!found.has(key) && found.size < mostKinds) found.set(key, find(object));
    return found.get(key);
  };
}

/** Returns where the CRDs of a place are read; undefined while its cluster is not known. */
function findOrigin(
  session: DefinitionSource,
  { place, link, snapshot, definitions }: PlaceState,
  identity: string | undefined,
): DefinitionOrigin | undefined {
  const read: DefinitionOrigin["read"] = (kind) => session.readDefinition(place, kind);
  const isOpen = link.state === "live";
  if (place.kind === "files") {
    // Users replace dumps, and the time in them may stay the same.
    const isFixed = place.holds === "must-gather";
    return { key: `${placeKey(place)} ${snapshot?.takenAt ?? ""}`, isOpen, isFixed, read };
  }
  if (identity === undefined) return undefined;
  const versions = definitions && { versions: definitions };
  return { key: identity, keptAs: serverIdentity(identity), isOpen, ...versions, read };
}
