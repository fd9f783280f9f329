import { type History, remembered } from "../shared/aggregate/history.ts";
import type { Asked } from "../shared/aggregate/manifest-asked.ts";
import type { Scope, Wanted } from "../shared/aggregate/queries.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { Discovery } from "../shared/io/discovery-once.ts";
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
 * Follows what is wanted of a cluster and nothing else, each in a watch of its own over the one connection. `refused` is
 * called when the server does not know us; what was said stays said.
 */
export function followCluster(
  { connection, discovery, source, place, around }: Reached,
  tell: (news: News) => void,
  refused: (cause: string | undefined) => void,
): ClusterFollowing {
  const { clock, random, failed } = around;
  const basis = { connection, discovery, source, clock, random };
  const isHere = (object: KubeObject): boolean => isIn(place.namespaces, object.ref);
  let history: History | undefined;
  let wanted: Wants | undefined;
  let roots: { readonly related: boolean; readonly followed: Followed } | undefined;
  let named: { readonly key: string; readonly followed: Followed } | undefined;
  let objects: { readonly key: string; readonly observation: Observation } | undefined;
  let links: { readonly [part in "roots" | "named" | "objects"]?: Link } = {};
  let isStopped = false;

  async function followRoots(related: boolean): Promise<void> {
    const others = await otherRoots(discovery);
    if (isStopped || roots?.related === related || wanted?.roots !== true || wanted.related !== related) return;
    // What was shown stays until there is something newer.
    roots?.followed.stop();
    const [scope = {}, ...rest] = scopesOf(place.namespaces, { related });
    const besides = others.length === 0 ? rest : [...rest, ...scopesOf(place.namespaces, { wanted: others })];
    const judged = place.namespaces.length === 0 ? {} : { isWanted: isHere };
    roots = { related, followed: follow({ ...basis, scope, besides, judged }, seenRoots, failed) };
  }

  function seenRoots({ report, snapshot, link }: Seen): void {
    if (report !== undefined && report !== history?.report) history = remembered(history, report);
    links = { ...links, roots: link };
    // What is known stays until there is something newer.
    announce({ ...phaseOf(report, link), ...(report !== undefined && { report, snapshot, history }) });
  }

  function followNamed(wanted: readonly Asked[]): void {
    const key = JSON.stringify(wanted.map(({ kind, namespace, name }) => [kind.group, kind.kind, namespace, name]));
    if (named?.key === key) return;
    named?.followed.stop();
    named = undefined;
    if (wanted.length === 0) {
      links = { ...links, named: { state: "idle" } };
      return;
    }
    const seen = ({ report, snapshot, link }: Seen): void => {
      links = { ...links, named: link };
      // What was shown of them is shown until there is something newer.
      announce(report === undefined ? {} : { named: report, namedSnapshot: snapshot });
    };
    const byNamespace = Map.groupBy(wanted, ({ namespace }) => namespace);
    const [scope = {}, ...besides] = [...byNamespace].map(([namespace, some]) => ({
      wanted: some,
      ...(namespace !== undefined && { namespace }),
    }));
    named = { key, followed: follow({ ...basis, scope, besides, judged: { wanted } }, seen, failed) };
  }

  function followObjects(refs: readonly Ref[]): void {
    const key = JSON.stringify(refs.map(keyOf).toSorted());
    if (objects?.key === key) return;
    objects?.observation.stop();
    objects = undefined;
    if (refs.length === 0) {
      links = { ...links, objects: { state: "idle" } };
      return;
    }
    const queries = refs.map(queryFor);
    const observed = observe(
      () => queries,
      source,
      toolsOf(basis),
      ({ snapshot, link }) => {
        links = { ...links, objects: link };
        announce(snapshot === undefined ? {} : { objects: new Map(snapshot.readings.map(withKey)) });
      },
      failed,
    );
    objects = { key, observation: observed };
  }

  function announce(news: News): void {
    if (isStopped) return;
    const open = Object.values(links).filter(({ state }) => state !== "idle");
    const link = linkOfAll(open);
    tell({ ...news, link });
    if (link.state === "authRequired") refused(link.cause);
  }

  return {
    want(wants) {
      if (isStopped) return;
      wanted = wants;
      if (wants.roots) followRoots(wants.related).catch(failed);
      else {
        roots?.followed.stop();
        roots = undefined;
        links = { ...links, roots: { state: "idle" } };
      }
      followNamed(wants.named);
      followObjects(wants.objects);
    },
    refresh() {
      roots?.followed.refresh();
      named?.followed.refresh();
      objects?.observation.refresh("asked again");
    },
    async namespaces() {
      const reading = await readerOf(connection, discovery).read(listOfNamespaces, AbortSignal.timeout(answerWithin));
      return reading.outcome === "found" ? reading.objects.map(({ ref }) => ref.name).toSorted() : undefined;
    },
    stop() {
      isStopped = true;
      roots?.followed.stop();
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

/** Beside HyperConvergeds, the kinds of root that the cluster serves; where it does not say so, those that are looked for anyway. */
async function otherRoots(discovery: Discovery): Promise<readonly Wanted[]> {
  try {
    const discovered = await discovery();
    if (discovered.is !== "found") return [];
    const served = new Set(discovered.resources.map(({ group, kind }) => `${group}/${kind}`));
    return knownRoots.filter(({ group, kind }) => served.has(`${group}/${kind}`)).map((kind) => ({ kind }));
  } catch {
    // Whoever follows will find out, and say, why nothing answers.
    return [];
  }
}

function scopesOf(namespaces: readonly string[], scope: Scope): readonly Scope[] {
  return namespaces.length === 0 ? [scope] : namespaces.map((namespace) => ({ ...scope, namespace }));
}

function isIn(namespaces: readonly string[], { namespace }: Ref): boolean {
  return namespace === undefined || namespaces.includes(namespace);
}
