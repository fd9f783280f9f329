import { type History, remembered } from "../shared/aggregate/history.ts";
import type { Asked } from "../shared/aggregate/manifest-asked.ts";
import type { Scope, Wanted } from "../shared/aggregate/queries.ts";
import type { Connection } from "../shared/io/connection.ts";
import { type Discovery, discoveryOf } from "../shared/io/discovery-once.ts";
import { readerOf } from "../shared/io/reader.ts";
import { type Followed, follow, type Seen } from "../shared/io/watch/follow.ts";
import { type Link, linkOfAll } from "../shared/io/watch/link.ts";
import { type Observation, observe } from "../shared/io/watch/observe.ts";
import { toolsOf } from "../shared/io/watch/tools-of.ts";
import { type KubeObject, keyOf, type Ref } from "../shared/model/object.ts";
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
}

/**
 * Follows the roots of a cluster, whatever is looked at, and what else is wanted of it, each in a watch of its own over the
 * one connection. `refused` is called when the server does not know us; what was said stays said.
 */
export function followCluster(
  { connection, discovery, source, place, around }: Reached,
  tell: (news: News) => void,
  refused: (cause: string | undefined) => void,
): ClusterFollowing {
  const { clock, random, failed } = around;
  const basis = { connection, discovery, source, clock, random };
  const isHere = (object: KubeObject): boolean => isIn(place.namespaces, object.ref);
  let isStopped = false;
  let history: History | undefined;
  let related = false;
  let others: readonly Wanted[] = [];
  let named: { readonly key: string; readonly followed: Followed } | undefined;
  let objects: { readonly key: string; readonly observation: Observation } | undefined;
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
    if (report !== undefined && report !== history?.report) history = remembered(history, report);
    const isBack = link.state === "live" && links.roots !== undefined && links.roots.state !== "live";
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
    const key = JSON.stringify(wanted.map(({ kind, namespace, name }) => [kind.group, kind.kind, namespace, name]));
    if (named?.key === key) return;
    named?.followed.stop();
    named = undefined;
    const { named: _, ...open } = links;
    links = open;
    if (wanted.length === 0) {
      announce({ named: undefined, namedSnapshot: undefined });
      return;
    }
    const byNamespace = Map.groupBy(wanted, ({ namespace }) => namespace);
    const [first = {}, ...more] = [...byNamespace].map(([namespace, some]) => ({
      wanted: some,
      ...(namespace !== undefined && { namespace }),
    }));
    const seen = ({ report, snapshot, link }: Seen): void => {
      if (report === undefined) return;
      links = { ...links, named: link };
      announce({ named: report, namedSnapshot: snapshot });
    };
    named = {
      key,
      followed: follow({ ...basis, scope: first, besides: () => more, judged: { wanted } }, seen, failed),
    };
  }

  function followObjects(refs: readonly Ref[]): void {
    const key = JSON.stringify(refs.map(keyOf).toSorted());
    if (objects?.key === key) return;
    objects?.observation.stop();
    objects = undefined;
    const { objects: _, ...open } = links;
    links = open;
    if (refs.length === 0) {
      announce({ objects: undefined });
      return;
    }
    const queries = refs.map(queryFor);
    const observed = observe(
      () => queries,
      source,
      toolsOf(basis),
      ({ snapshot, link }) => {
        if (snapshot === undefined) return;
        links = { ...links, objects: link };
        announce({ objects: new Map(snapshot.readings.map(withKey)) });
      },
      failed,
    );
    objects = { key, observation: observed };
  }

  function announce(news: News): void {
    if (isStopped) return;
    const link = linkOfAll(Object.values(links));
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
      named?.followed.refresh();
      objects?.observation.refresh("asked again");
    },
    async namespaces() {
      const reading = await readerOf(connection, discovery).read(listOfNamespaces, AbortSignal.timeout(answerWithin));
      return reading.outcome === "found" ? reading.objects.map(({ ref }) => ref.name).toSorted() : undefined;
    },
    stop() {
      isStopped = true;
      roots.stop();
      named?.followed.stop();
      objects?.observation.stop();
    },
  };
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
