import type { PlacePhase } from "../../model/connection-phase.ts";
import type { ManifestLink } from "../../model/manifest/link.ts";
import type { LinkState } from "../../model/report-change.ts";

/** A state with its source behind it; `asOf`: a time of day, where the state may be out of date. */
export function atPlace(words: string, place: string, asOf: string): string {
  return asOf === "" ? `${words} · ${place}` : `${words} · ${place}, as of ${asOf}`;
}

type Unlinked = Exclude<ManifestLink, { readonly state: "linked" }>;

/** What a document is about, as its sentence names it. `place`: the cluster's name, or that of the files. */
interface SoughtObject {
  readonly kind: string;
  readonly name: string;
  readonly place: string;
  readonly isFiles: boolean;
}

/** Why a document is linked to no object, in few words. */
export function unlinkedWords({ state }: Unlinked, isFiles: boolean): string {
  switch (state) {
    case "absent":
      return isFiles ? "not in these files" : "not on the cluster";
    case "noSuchKind":
      return "kind not installed";
    case "forbidden":
      return "forbidden";
    case "unread":
      return "not read";
    case "several":
      return "in several namespaces";
    case "notFollowed":
      return "not watched";
    case "generateName":
      return "named when it is created";
    case "unnamed":
      return "no name";
    case "template":
      return "a template";
    case "patch":
      return "a patch";
    case "untrusted":
      return "not connected: the workspace is not trusted";
    case "paused":
      return "not connected";
    case "noKubeconfig":
      return "no kubeconfig";
    case "noContext":
      return "no context";
    case "unusable":
      return isFiles ? "cannot be read" : "kubeconfig unusable";
    case "connecting":
      return isFiles ? "being read" : "connecting";
    case "authRequired":
      return "login needed";
    case "unreachable":
      return "cluster unreachable";
  }
}

/** Why a document is linked to no object, in a sentence. */
export function unlinkedSentence(link: Unlinked, { kind, name, place, isFiles }: SoughtObject): string {
  switch (link.state) {
    case "absent": {
      const sentence = `${kind} ${name} is not ${isFiles ? "in" : "on"} ${place}`;
      const namespaces = link.searchedNamespaces.join(", ");
      return namespaces === "" ? sentence : `${sentence}, in namespace ${namespaces}`;
    }
    case "noSuchKind":
      return `the kind ${kind} is not installed on ${place}`;
    case "forbidden": {
      const { verb = "read", namespace } = link.asked ?? {};
      const scope = namespace === undefined ? kind : `${kind} in namespace ${namespace}`;
      return `no permission to ${verb} ${scope} on ${place}`;
    }
    case "unread":
      return `${kind} ${name} was not read on ${place}`;
    case "several":
      return `${link.refs.length} namespaces of ${place} have a ${kind} ${name}, but the document has no namespace`;
    case "notFollowed":
      return `for a ${kind}, only its existence is reported`;
    case "generateName":
      return `the server generates the name when this ${kind} is created`;
    case "unnamed":
      return `this ${kind} has no name`;
    case "template":
      return "this is a template: its result is unknown until it is rendered";
    case "patch":
      return "this is a patch: the object that it changes is not in this file";
    case "untrusted":
      return "no cluster is contacted until the workspace is trusted";
    case "paused":
      return "not connected to a cluster; connect first";
    case "noKubeconfig":
      return "no kubeconfig found";
    case "noContext":
      return "the kubeconfig has no current context";
    case "unusable":
      return isFiles ? `${place} cannot be read` : "the kubeconfig is unusable";
    case "connecting":
      return isFiles ? `${place} is being read` : `connecting to ${place}`;
    case "authRequired":
      return `${place} requires login`;
    case "unreachable":
      return `${place} is unreachable`;
  }
}

/** How current the shown state is, behind the name of the source; `asOf`: a time of day. */
export function linkFreshnessText(state: LinkState, asOf: string): string {
  const since = asOf === "" ? "" : `as of ${asOf}, `;
  switch (state) {
    case "live":
      return "live";
    case "stale":
      return `${since}reconnecting`;
    case "authRequired":
      return `${since}login needed`;
    case "unreachable":
      return `${since}unreachable`;
    case "connecting":
      return "connecting";
    case "idle":
    case "forbidden":
    case "gone":
      return asOf === "" ? "not watched" : `as of ${asOf}`;
  }
}

/** What can be done about a document, beside it or in its hover. */
const actionTitles = {
  connect: "Connect",
  copy: "Copy command",
  describe: "Describe in terminal",
  diff: "Compare with live",
  dryRun: "What would change",
  login: "Log in",
  openLive: "Open live YAML",
  openLog: "Open log",
  pickContext: "Select a context",
  pickNamespaces: "Select namespaces",
  reveal: "Show in tree",
  showLog: "Show log",
  trust: "Manage trust",
} as const;

/** The titles where the document is about an object of a must-gather or a dump, which is not live. */
const collectedTitles: { readonly [action in LinkAction]?: string } = {
  diff: "Compare with collected",
  openLive: "Open collected YAML",
};

export type LinkAction = keyof typeof actionTitles;

/** What can be done beside a document, without its hover. */
export type BesideAction = Exclude<LinkAction, "copy" | "describe" | "diff" | "dryRun" | "openLog">;

export function linkActionTitle(action: LinkAction, isFiles: boolean): string {
  return (isFiles ? collectedTitles[action] : undefined) ?? actionTitles[action];
}

/** The state of a view that has no unhealthy object to show. */
interface NothingUnhealthy {
  readonly phase: PlacePhase;
  /** A context, or the last part of a path. */
  readonly place: string;
  /** The place is a must-gather or a dump. */
  readonly isFiles: boolean;
  /** Why the source cannot be read, in one sentence. */
  readonly problem?: string;
  /** Up to when it was current, in the user's time zone; empty where it still is. */
  readonly asOf: string;
}

/** The sentence that no read object is unhealthy, else why nothing was read. */
export function nothingUnhealthyText({ phase, place, isFiles, problem, asOf }: NothingUnhealthy): string {
  switch (phase) {
    case "shown":
      return `All objects that were read are healthy${asOf === "" ? "" : `, as of ${asOf}`}`;
    case "forbidden":
      return problem ?? `Nothing was read: forbidden on ${place}`;
    case "noSuchKind":
      return problem ?? `No supported kind is installed on ${place}`;
    case "empty":
      return problem ?? `No supported objects on ${place}`;
    default: {
      const why = unlinkedSentence({ state: phase }, { kind: "", name: "", place, isFiles });
      return `Nothing was read: ${why}${problem === undefined || problem === "" ? "" : ` (${problem})`}`;
    }
  }
}
