import type { Source } from "../model/snapshot.ts";
import { type Connection, type ConnectionSettings, connect } from "./connection.ts";
import type { ChosenContext } from "./context.ts";
import { credentialsOf } from "./credentials.ts";

/** Begins to connect to the cluster of a context; close it in the end. @throws what {@link credentialsOf} does. */
export async function connectTo(
  choice: ChosenContext,
  settings: Omit<ConnectionSettings, "server" | "credentials" | "compress">,
): Promise<Connection> {
  const credentials = await credentialsOf(choice);
  const compress = choice.cluster.disableCompression && { compress: false };
  return connect({ ...settings, ...compress, server: choice.server, credentials });
}

/** A context as the source of a snapshot. */
export function sourceOf({ contextName, server }: ChosenContext): Source {
  return { kind: "cluster", name: contextName, server };
}
