import { Disposable, EventEmitter, lm, workspace } from "vscode";
import { mcpProviderId } from "../platform/contributions.ts";
import { thisMachine } from "../platform/node-host.ts";
import type { ExtensionHost, GivenConsent, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import type { ServerOffer } from "./server-offer.ts";

/**
 * Offers the plugin's server of the Model Context Protocol to the editor, which starts it when the user wants it. The editor
 * asks for the definitions again whenever `offerChanged` fires.
 */
export function registerServer(session: ExtensionHost & PlaceStates & GivenConsent & SettingsSource): Disposable {
  const offerChanged = new EventEmitter<void>();
  let lastOffer: string | undefined;

  /** Returns the server for the place of the sidebar. Undefined where that place may not be read. */
  async function findOffer(): Promise<ServerOffer | undefined> {
    const { offerServer } = await import("./server.lazy.ts");
    const conditions = { isTrusted: workspace.isTrusted, machine: thisMachine(), hasAgreed: session.hasAgreed };
    return offerServer(session.sidebar, conditions);
  }

  async function announceChange(): Promise<void> {
    const offer = JSON.stringify(await findOffer());
    if (offer === lastOffer) return;
    lastOffer = offer;
    offerChanged.fire();
  }

  const checkOffer = (): void => void announceChange().catch(session.log.failed);
  return Disposable.from(
    offerChanged,
    session.onDidChangePlace(checkOffer),
    session.onDidSwitchPlace(checkOffer),
    session.onDidChangeSettings(checkOffer),
    lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: offerChanged.event,
      async provideMcpServerDefinitions() {
        const { defineServers } = await import("./server.lazy.ts");
        return defineServers(await findOffer());
      },
      async resolveMcpServerDefinition(server) {
        const { resolveServer } = await import("./server.lazy.ts");
        return resolveServer(server, await findOffer());
      },
    }),
  );
}
