import { Disposable, EventEmitter, lm, workspace } from "vscode";
import { mcpProviderId } from "../platform/contributions.ts";
import { thisMachine } from "../platform/node-host.ts";
import type { ExtensionHost, GivenConsent, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import type { ServerOffer } from "./server-offer.ts";

/** Offers the plugin's server of the Model Context Protocol to the editor, which starts it when the user wants it. */
export function registerServer(session: ExtensionHost & PlaceStates & GivenConsent & SettingsSource): Disposable {
  const changed = new EventEmitter<void>();
  const lazy = (): Promise<typeof import("./server.lazy.ts")> => import("./server.lazy.ts");
  const offer = async (): Promise<ServerOffer | undefined> => {
    const { offerServer } = await lazy();
    const { isTrusted } = workspace;
    return offerServer(session.sidebar, { isTrusted, machine: thisMachine(), hasAgreed: session.hasAgreed });
  };
  let announced: string | undefined;
  const tell = async (): Promise<void> => {
    const now = JSON.stringify(await offer());
    if (now === announced) return;
    announced = now;
    changed.fire();
  };
  const look = (): void => void tell().catch(session.log.failed);
  return Disposable.from(
    changed,
    session.onDidChangePlace(look),
    session.onDidSwitchPlace(look),
    session.onDidChangeSettings(look),
    lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => (await lazy()).defineServers(await offer()),
      resolveMcpServerDefinition: async (server) => (await lazy()).resolveServer(server, await offer()),
    }),
  );
}
