import { type History, remembered } from "../shared/aggregate/history.ts";
import type { Asked } from "../shared/aggregate/manifest-asked.ts";
import type { Scope, Wanted } from "../shared/aggregate/queries.ts";
import type { Connection } from "../shared/io/connection.ts";
import { type Discovery, discoveryOf } from "../shared/io/discovery-once.ts";
import { readerOf } from "../shared/io/reader.ts";
import { type Followed, type Following, follow, type Seen } from "../shared/io/watch/follow.ts";
import { type Link, linkOfAll } from "../shared/io/watch/link.ts";
import { type Observation, type Observed, observe } from "../shared/io/watch/observe.ts";
import { toolsOf } from "../shared/io/watch/tools-of.ts";
import type { KubeObject, Ref } from "../shared/model/object.ts";
import type { Query, Source } from "../shared/model/snapshot.ts";
import { knownRoots } from "../shared/profiles/roots.ts";
import { phaseOf } from "./answered.ts";
import { queryFor, withKey } from "./one-object.ts";
import type { Around, News, Wants } from "./opened.ts";
import type { ClusterPlace } from "./place.ts";

export interface ClusterFollowing {
  want(wants: Wants): void;
  refresh(): void;
  namespaces(): Promise<readonly string[] | undefined>;
  stop(): void;
}

/** A cluster that there is a connection to. */
interface Reached {
  readonly connection: Connection;
  readonly discovery: Discovery;
  readonly source: Source;
  readonly place: ClusterPlace;
  readonly around: Around;
  /** Of the cluster. */
  readonly identity: string;
}

/**
 * Follows the roots of a cluster, whatever is looked at, and what else is wanted of it, each in a watch of its own over the
 * one connection. `refused` is called when the server does not know us; what was said stays said.
 */
export function followCluster(
  { connection, discovery, source, place, around, identity }: Reached,
  tell: (news: News) => void,
  refused: (cause: string | undefined) => void,
): ClusterFollowing {
  const { clock, random, memory, failed } = around;
  const basis = { connection, discovery, source, clock, random };
  const isHere = (object: KubeObject): boolean => isIn(place.namespaces, object.ref);
  let isStopped = false;
  let history: History | undefined = memory.history?.identity === identity ? memory.history.history : undefined;
  let wasRead = false;
  let related = false;
  let others: readonly Wanted[] = [];
  let named: readonly Asked[] = [];
  let followedNamed: Followed | undefined;
  let objects: readonly Query[] = [];
  let observed: Observation | undefined;
  /** Of what has been read once: what is asked for beside that makes nothing old. */
  let links: { readonly [part in "roots" | "named" | "objects"]?: Link } = {};

  const [scope = {}, ...rest] = scopesOf(place.namespaces, {});
  const roots = follow(
    {
      ...basis,
      scope,
      besides: () => [
        ...rest,
        ...(others.length === 0 ? [] : scopesOf(place.namespaces, { wanted: others })),
        ...(related ? scopesOf(place.namespaces, { related }) : []),
      ],
      judged: place.namespaces.length === 0 ? {} : { isWanted: isHere },
    },
    seenRoots,
    failed,
  );
  lookForOthers(discovery);

  function seenRoots({ report, snapshot, link }: Seen): void {
    if (report !== undefined && report !== history?.report) {
      history = remembered(history, report);
      memory.history = { identity, history };
    }
    const isBack = link.state === "live" && wasRead && links.roots?.state !== "live";
    wasRead ||= report !== undefined;
    links = { ...links, roots: link };
    // What is known stays until there is something newer.
    announce({ ...phaseOf(report, link), ...(report !== undefined && { report, snapshot, history }) });
    if (isBack) lookForOthers(discoveryOf(connection));
  }

  /** Beside HyperConvergeds, the kinds of root that the cluster serves; it is asked again when it comes back, and when a person asks. */
  function lookForOthers(discover: Discovery): void {
    servedRoots(discover).then((served) => {
      if (isStopped || served === undefined) return;
      others = served;
      roots.replan();
    }, failed);
  }

  function followNamed(wanted: readonly Asked[]): void {
    if (isSame(wanted, named)) return;
    named = wanted;
    if (wanted.length === 0) {
      links = { ...links, named: { state: "idle" } };
      announce({ named: undefined, namedSnapshot: undefined });
    }
    if (followedNamed === undefined) followedNamed = follow({ ...basis, ...scopesOfNamed() }, seenNamed, failed);
    else followedNamed.replan();
  }

  /** One watch for whatever is named: what goes on being named is not read anew for that. */
  function scopesOfNamed(): Pick<Following, "scope" | "besides" | "judged"> {
    return {
      scope: { wanted: [] },
      besides: () =>
        [...Map.groupBy(named, ({ namespace }) => namespace)].map(([namespace, some]) => ({
          wanted: some,
          ...(namespace !== undefined && { namespace }),
        })),
      judged: {
        get wanted() {
          return named;
        },
      },
    };
  }

  function seenNamed({ report, snapshot, link }: Seen): void {
    if (report === undefined || named.length === 0) return;
    links = { ...links, named: link };
    announce({ named: report, namedSnapshot: snapshot });
  }

  function followObjects(refs: readonly Ref[]): void {
    const queries = refs.map(queryFor);
    if (isSame(queries, objects)) return;
    objects = queries;
    if (refs.length === 0) {
      links = { ...links, objects: { state: "idle" } };
      announce({ objects: undefined });
    }
    if (observed === undefined) observed = observe(() => objects, source, toolsOf(basis), seenObjects, failed);
    else observed.replan();
  }

  function seenObjects({ snapshot, link }: Observed): void {
    if (snapshot === undefined || objects.length === 0) return;
    links = { ...links, objects: link };
    announce({ objects: new Map(snapshot.readings.map(withKey)) });
  }

  function announce(news: News): void {
    if (isStopped) return;
    const link = linkOfAll(Object.values(links).filter(({ state }) => state !== "idle"));
    tell({ ...news, link: link.state === "idle" ? { state: "connecting" } : link });
    if (link.state === "authRequired") refused(link.cause);
  }

  return {
    want(wants) {
      if (isStopped) return;
      if (wants.related !== related) {
        related = wants.related;
        roots.replan();
      }
      followNamed(wants.named);
      followObjects(wants.objects);
    },
    refresh() {
      lookForOthers(discoveryOf(connection));
      roots.refresh();
      followedNamed?.refresh();
      observed?.refresh("asked again");
    },
    async namespaces() {
      const reading = await readerOf(connection, discovery).read(listOfNamespaces, AbortSignal.timeout(answerWithin));
      return reading.outcome === "found" ? reading.objects.map(({ ref }) => ref.name).toSorted() : undefined;
    },
    stop() {
      isStopped = true;
      roots.stop();
      followedNamed?.stop();
      observed?.stop();
    },
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Milliseconds. */
const answerWithin = 10_000;

const listOfNamespaces: Query = {
  ...{ verb: "list", group: "", kind: "Namespace", plural: "namespaces", versions: ["v1"], namespaced: false },
  metadataOnly: true,
};

/** Undefined where the server does not say what it serves. */
async function servedRoots(discovery: Discovery): Promise<readonly Wanted[] | undefined> {
  try {
    const discovered = await discovery();
    if (discovered.is !== "found") return undefined;
    const served = new Set(discovered.resources.map(({ group, kind }) => `${group}/${kind}`));
    return knownRoots.filter(({ group, kind }) => served.has(`${group}/${kind}`)).map((kind) => ({ kind }));
  } catch {
    // Whoever follows will find out, and say, why nothing answers.
    return undefined;
  }
}

function scopesOf(namespaces: readonly string[], scope: Scope): readonly Scope[] {
  return namespaces.length === 0 ? [scope] : namespaces.map((namespace) => ({ ...scope, namespace }));
}

function isIn(namespaces: readonly string[], { namespace }: Ref): boolean {
  return namespace === undefined || namespaces.includes(namespace);
}
