import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The name of the server for assistants that reads one cluster or must-gather. */
export function serverLabel(say: Translate, place: string): string {
  return sanitizeLine(say("HCO Status: {0}", place));
}

/** Why the server does not start: the sidebar shows another place. */
export function placeGoneText(say: Translate): string {
  return say(
    "HCO Status does not show this cluster or must-gather. Show it in the sidebar, then start the server again.",
  );
}

/** Why the server does not start: its kubeconfig, login or program is not the one that the user started. */
export function serverChangedText(say: Translate): string {
  return say("The kubeconfig, the login or the plugin of this server changed. Start the server again.");
}

/** Why the server does not start: the plugin was there, and is not there any more. */
export function pluginGoneText(say: Translate): string {
  return say("kubectl-hco_status was not found on PATH. To install it, run: npm install -g hco-status");
}
