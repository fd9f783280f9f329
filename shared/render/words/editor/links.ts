import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Translate } from "../../../outline/translate.ts";

// Links into the editor, and to the web console.

export function badLinkText(say: Translate): string {
  return say("This link names no object of a context, so nothing was opened.");
}

export function unknownContextText(say: Translate, context: string): string {
  return say("The link is about the context {0}, which the kubeconfig does not have.", sanitizeLine(context));
}

/** The question before another context is shown. `server`: the address in the kubeconfig. */
export function switchQuestion(say: Translate, context: string, server: string): string {
  return say("A link asks to show the context {0} ({1}).", sanitizeLine(context), sanitizeLine(server));
}

export function switchButton(say: Translate): string {
  return say("Show Context");
}

export function noLinkText(say: Translate): string {
  return say("A link requires an object of a context: select a row of HCO Status.");
}

export function copiedLinkText(say: Translate): string {
  return say("Copied the link");
}

export function notConnectedText(say: Translate, place: string): string {
  return say("Not connected to {0}, which knows the address of its web console.", sanitizeLine(place));
}

/** The cluster names no console. `cause`: why, where that is known. */
export function noConsoleText(say: Translate, place: string, cause: string | undefined): string {
  return cause === undefined
    ? say("{0} names no web console of OpenShift.", sanitizeLine(place))
    : say("The web console of {0} is unknown: {1}", sanitizeLine(place), sanitizeLine(cause));
}

export function oddConsoleText(say: Translate, place: string): string {
  return say("The web console that {0} names has no plain https address, so it was not opened.", sanitizeLine(place));
}
