import type { ManifestLink } from "../../model/manifest/link.ts";
import type { LinkState } from "../../model/report-change.ts";
import type { Translate } from "../translate.ts";

// The texts beside a manifest: the state of its object.

/** A state with its source behind it; `asOf`: a time of day, where the state may be out of date. */
export function atPlace(say: Translate, words: string, place: string, asOf: string): string {
  return asOf === "" ? say("{0} · {1}", words, place) : say("{0} · {1}, as of {2}", words, place, asOf);
}

/** A state with the names of the components to blame. */
export function withCulprits(say: Translate, words: string, names: string): string {
  return say("{0}: {1}", words, names);
}

export function thereWords(say: Translate): string {
  return say("on the cluster");
}

/** The sentence on a linked object; `words` is its state. */
export function linkedSentence(say: Translate, kind: string, name: string, words: string): string {
  return say("{0} {1}: {2}", kind, name, words);
}

type Unlinked = Exclude<ManifestLink, { readonly state: "linked" }>;

/** Why a document is linked to no object, in few words. */
export function unlinkedWords(say: Translate, { state }: Unlinked): string {
  switch (state) {
    case "absent":
      return say("not on the cluster");
    case "noSuchKind":
      return say("kind not installed");
    case "forbidden":
      return say("forbidden");
    case "unread":
      return say("not read");
    case "several":
      return say("in several namespaces");
    case "notFollowed":
      return say("not watched");
    case "generateName":
      return say("named when it is created");
    case "unnamed":
      return say("no name");
    case "template":
      return say("a template");
    case "patch":
      return say("a patch");
    case "untrusted":
      return say("not connected: the workspace is not trusted");
    case "paused":
      return say("not connected");
    case "noKubeconfig":
      return say("no kubeconfig");
    case "noContext":
      return say("no context");
    case "unusable":
      return say("kubeconfig unusable");
    case "connecting":
      return say("connecting");
    case "authRequired":
      return say("login needed");
    case "unreachable":
      return say("cluster unreachable");
  }
}

/** The same in a sentence; `name` is the object's, `place` the cluster's or the must-gather's. */
export function unlinkedSentence(say: Translate, link: Unlinked, kind: string, name: string, place: string): string {
  switch (link.state) {
    case "absent":
      return link.lookedIn.length === 0
        ? say("{0} {1} is not on {2}", kind, name, place)
        : say("{0} {1} is not on {2}, in namespace {3}", kind, name, place, link.lookedIn.join(", "));
    case "noSuchKind":
      return say("the kind {1} is not installed on {0}", place, kind);
    case "forbidden":
      return link.asked === undefined
        ? say("no permission to read {0} on {1}", kind, place)
        : link.asked.namespace === undefined
          ? say("no permission to {0} {1} on {2}", link.asked.verb, kind, place)
          : say("no permission to {0} {1} in namespace {2} on {3}", link.asked.verb, kind, link.asked.namespace, place);
    case "unread":
      return say("{0} {1} was not read on {2}", kind, name, place);
    case "several":
      return say(
        "{0} namespaces of {1} have a {2} {3}, but the document has no namespace",
        link.refs.length,
        place,
        kind,
        name,
      );
    case "notFollowed":
      return say("for a {0}, only its existence is reported", kind);
    case "generateName":
      return say("the server generates the name when this {0} is created", kind);
    case "unnamed":
      return say("this {0} has no name", kind);
    case "template":
      return say("this is a template: its result is unknown until it is rendered");
    case "patch":
      return say("this is a patch: the object that it changes is not in this file");
    case "untrusted":
      return say("no cluster is contacted until the workspace is trusted");
    case "paused":
      return say("not connected to a cluster; connect first");
    case "noKubeconfig":
      return say("no kubeconfig found");
    case "noContext":
      return say("the kubeconfig has no current context");
    case "unusable":
      return say("the kubeconfig is unusable");
    case "connecting":
      return say("connecting to {0}", place);
    case "authRequired":
      return say("{0} requires login", place);
    case "unreachable":
      return say("{0} is unreachable", place);
  }
}

/** How current the shown state is, behind the name of the source; `asOf`: a time of day. */
export function linkFreshnessText(say: Translate, state: LinkState, asOf: string): string {
  switch (state) {
    case "live":
      return say("live");
    case "stale":
      return asOf === "" ? say("reconnecting") : say("as of {0}, reconnecting", asOf);
    case "authRequired":
      return asOf === "" ? say("login needed") : say("as of {0}, login needed", asOf);
    case "unreachable":
      return asOf === "" ? say("unreachable") : say("as of {0}, unreachable", asOf);
    case "connecting":
      return say("connecting");
    case "idle":
    case "forbidden":
    case "gone":
      return asOf === "" ? say("not watched") : say("as of {0}", asOf);
  }
}

export function gatheredWords(say: Translate): string {
  return say("as collected");
}

export type BesideAction = "connect" | "login" | "pickContext" | "pickNamespaces" | "reveal" | "showLog" | "trust";

export function linkActionTitle(say: Translate, action: BesideAction): string {
  switch (action) {
    case "connect":
      return say("Connect");
    case "login":
      return say("Log in");
    case "pickContext":
      return say("Select a context");
    case "pickNamespaces":
      return say("Select namespaces");
    case "reveal":
      return say("Show in tree");
    case "showLog":
      return say("Show log");
    case "trust":
      return say("Manage trust");
  }
}

export const lensTitles = {
  reveal: (say: Translate): string => say("Show in tree"),
  openLive: (say: Translate): string => say("Open live"),
  diffWithLive: (say: Translate): string => say("Compare with live"),
  dryRun: (say: Translate): string => say("What would change"),
} as const;

/** The name of the language status item in VS Code's list. */
export function languageStatusName(say: Translate): string {
  return say("Kubernetes status");
}

/** Two texts beside each other in a label. */
export function joinLabels(say: Translate, first: string, second: string): string {
  return say("{0} · {1}", first, second);
}

export function commandReveals(say: Translate): string {
  return say("select to show it in the tree");
}
