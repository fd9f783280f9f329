import { l10n, type McpServerDefinition, McpStdioServerDefinition, Uri } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { thisMachine } from "../platform/node-host.ts";
import { findPlugin } from "./find-plugin.ts";
import { isSameServer } from "./same-server.ts";
import type { ServerOffer } from "./server-offer.ts";

export { offerServer } from "./server-offer.ts";

/** Returns the definition of the offered server; none where the plugin is not installed. It starts nothing. */
export async function defineServers(offer: ServerOffer | undefined): Promise<McpStdioServerDefinition[]> {
  const program = offer && (await findPlugin(thisMachine()));
  return offer === undefined || program === undefined ? [] : [buildDefinition(offer, program)];
}

/**
 * Returns the definition with which the editor starts the server now.
 * @throws Error with what to do, where the sidebar does not show the place of `server` any more, where anything else of
 * the offer is another one, or where the plugin is gone.
 */
export async function resolveServer(
  server: McpServerDefinition,
  offer: ServerOffer | undefined,
): Promise<McpStdioServerDefinition> {
  if (offer === undefined || serverLabel(offer) !== server.label)
    throw new Error(
      l10n.t(
        "HCO Status does not show this cluster or must-gather. Show it in the sidebar, then start the server again.",
      ),
    );
  const program = await findPlugin(thisMachine());
  if (program === undefined)
    throw new Error(l10n.t("kubectl-hco_status was not found on PATH. To install it, run: npm install -g hco-status"));
  const definition = buildDefinition(offer, program);
  if (!isSameServer(server, definition))
    throw new Error(l10n.t("The kubeconfig, the login or the plugin of this server changed. Start the server again."));
  return definition;
}

function buildDefinition(offer: ServerOffer, program: string): McpStdioServerDefinition {
  const definition = new McpStdioServerDefinition(serverLabel(offer), program, [...offer.args], { ...offer.env });
  // Relative paths of a kubeconfig are resolved as the extension does, never in the folder of a repository.
  definition.cwd = Uri.file(thisMachine().home);
  return definition;
}

function serverLabel({ name }: ServerOffer): string {
  return sanitizeLine(l10n.t("HCO Status: {0}", name));
}
