import type { ManifestLink } from "../model/manifest-link.ts";
import type { LinkState } from "../model/report-change.ts";
import type { Say } from "./say.ts";

// What stands beside a manifest: how its object is.

export function deletingWords(say: Say, age: string): string {
  return age === "" ? say("being deleted") : say("being deleted for {0}", age);
}

export function suspendedWords(say: Say): string {
  return say("suspended");
}

/** `upgrading 1.19.2 -> 1.20.0 for 22m`. */
export function upgradeWords(say: Say, from: string, to: string, age: string): string {
  if (to === "") return say("upgrading");
  if (from === "") return age === "" ? say("upgrading to {0}", to) : say("upgrading to {0} for {1}", to, age);
  return age === "" ? say("upgrading {0} -> {1}", from, to) : say("upgrading {0} -> {1} for {2}", from, to, age);
}

/** Behind what was said its place; `asOf`: a time of day, where it may be otherwise by now. */
export function atPlace(say: Say, words: string, place: string, asOf: string): string {
  return asOf === "" ? say("{0} · {1}", words, place) : say("{0} · {1}, as of {2}", words, place, asOf);
}

export function thereWords(say: Say): string {
  return say("on the cluster");
}

/** `words`: how it is. */
export function linkedSentence(say: Say, kind: string, name: string, words: string): string {
  return say("{0} {1}: {2}", kind, name, words);
}

type Unlinked = Exclude<ManifestLink, { readonly state: "linked" }>;

/** Why a document is tied to nothing, in few words. */
export function unlinkedWords(say: Say, { state }: Unlinked): string {
  switch (state) {
    case "absent":
      return say("not on the cluster");
    case "noSuchKind":
      return say("kind not installed");
    case "forbidden":
      return say("may not be read");
    case "unread":
      return say("not read");
    case "several":
      return say("in several namespaces");
    case "notFollowed":
      return say("not followed");
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
      return say("kubeconfig cannot be used");
    case "connecting":
      return say("connecting");
    case "authRequired":
      return say("login needed");
    case "unreachable":
      return say("cluster not reached");
  }
}

/** The same in a sentence; `name` is the object's, `place` the cluster's or the gather's. */
export function unlinkedSentence(say: Say, link: Unlinked, kind: string, name: string, place: string): string {
  switch (link.state) {
    case "absent":
      return link.lookedIn.length === 0
        ? say("{0} {1} is not on {2}", kind, name, place)
        : say("{0} {1} is not on {2}, in namespace {3}", kind, name, place, link.lookedIn.join(", "));
    case "noSuchKind":
      return say("{0} does not know the kind {1}", place, kind);
    case "forbidden":
      return link.asked === undefined
        ? say("you may not read {0} on {1}", kind, place)
        : link.asked.namespace === undefined
          ? say("you may not {0} {1} on {2}", link.asked.verb, kind, place)
          : say("you may not {0} {1} in namespace {2} on {3}", link.asked.verb, kind, link.asked.namespace, place);
    case "unread":
      return say("{0} {1} was not read on {2}", kind, name, place);
    case "several":
      return say(
        "{0} namespaces of {1} have a {2} {3}, and the document names none",
        link.refs.length,
        place,
        kind,
        name,
      );
    case "notFollowed":
      return say("of a {0} there is nothing more to say than that it is there", kind);
    case "generateName":
      return say("the server makes up the name when this {0} is created", kind);
    case "unnamed":
      return say("this {0} has no name", kind);
    case "template":
      return say("this is a template: what it makes is not known before it is rendered");
    case "patch":
      return say("this is a patch: the object it changes is not written here");
    case "untrusted":
      return say("nothing is asked of a cluster until the workspace is trusted");
    case "paused":
      return say("nobody has asked to connect to a cluster");
    case "noKubeconfig":
      return say("there is no kubeconfig");
    case "noContext":
      return say("the kubeconfig names no current context");
    case "unusable":
      return say("the kubeconfig cannot be used");
    case "connecting":
      return say("{0} is being asked", place);
    case "authRequired":
      return say("{0} wants a login", place);
    case "unreachable":
      return say("{0} does not answer", place);
  }
}

/** How good what is shown is, behind the name of the place; `asOf`: a time of day. */
export function liveWords(say: Say, state: LinkState, asOf: string): string {
  switch (state) {
    case "live":
      return say("live");
    case "stale":
      return asOf === "" ? say("reconnecting") : say("as of {0}, reconnecting", asOf);
    case "authRequired":
      return asOf === "" ? say("login needed") : say("as of {0}, login needed", asOf);
    case "unreachable":
      return asOf === "" ? say("not reached") : say("as of {0}, not reached", asOf);
    case "connecting":
      return say("connecting");
    case "idle":
    case "forbidden":
    case "gone":
      return asOf === "" ? say("not followed") : say("as of {0}", asOf);
  }
}

export function gatheredWords(say: Say): string {
  return say("as collected");
}

export type BesideAction = "connect" | "login" | "pickContext" | "pickNamespaces" | "reveal" | "showLog" | "trust";

export function actionTitle(say: Say, action: BesideAction): string {
  switch (action) {
    case "connect":
      return say("Connect");
    case "login":
      return say("Log in");
    case "pickContext":
      return say("Pick a context");
    case "pickNamespaces":
      return say("Pick namespaces");
    case "reveal":
      return say("Show in tree");
    case "showLog":
      return say("Show log");
    case "trust":
      return say("Manage trust");
  }
}

export const lensTitles = {
  reveal: (say: Say): string => say("Show in tree"),
  openLive: (say: Say): string => say("Open live"),
  diffWithLive: (say: Say): string => say("Diff with live"),
} as const;

/** What the language status item is called in the list of them. */
export function languageStatusName(say: Say): string {
  return say("Kubernetes status");
}

/** Two things beside each other in a label. */
export function beside(say: Say, first: string, second: string): string {
  return say("{0} · {1}", first, second);
}

export function commandReveals(say: Say): string {
  return say("its command shows it in the tree");
}
