import { Disposable, EventEmitter, lm, workspace } from "vscode";
import { mcpProviderId } from "../platform/contributions.ts";
import { thisMachine } from "../platform/node-host.ts";
import type { ExtensionHost, GivenConsent, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import type { ServerOffer } from "./server-offer.ts";

/** Offers the plugin's server of the Model Context Protocol to the editor, which starts it when the user wants it. */
export function registerServer(session: ExtensionHost & PlaceStates & GivenConsent & SettingsSource): Disposable {
  const changed = new EventEmitter<void>();
  /** The offer that the editor knows, as JSON. */
  let announcedOffer: string | undefined;

  async function readOffer(): Promise<ServerOffer | undefined> {
    const { offerServer } = await loadBundle();
    const { isTrusted } = workspace;
    return offerServer(session.sidebar, { isTrusted, machine: thisMachine(), hasAgreed: session.hasAgreed });
  }

  async function announceOffer(): Promise<void> {
    const offer = JSON.stringify(await readOffer());
    if (offer === announcedOffer) return;
    announcedOffer = offer;
    changed.fire();
  }

  const announce = (): void => void announceOffer().catch(session.log.failed);
  return Disposable.from(
    changed,
    session.onDidChangePlace(announce),
    session.onDidSwitchPlace(announce),
    session.onDidChangeSettings(announce),
    lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => (await loadBundle()).defineServers(await readOffer()),
      resolveMcpServerDefinition: async (server) => (await loadBundle()).resolveServer(server, await readOffer()),
    }),
  );
}

function loadBundle(): Promise<typeof import("./server.lazy.ts")> {
  return import("./server.lazy.ts");
}
