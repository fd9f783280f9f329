import { openCredentials } from "../../shared/io/auth/credentials.ts";
import { openServerConnection, type ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ServerCredentials } from "../../shared/io/socket/server-credentials.ts";
import type { ConnectionSettings } from "../../shared/io/transport/settings.ts";
import { makeCertificates } from "./certificates.ts";
import { buildContext, inline } from "./chosen.ts";

/** The credentials of a user with a token for `server`, which has a certificate of {@link makeCertificates}. */
export function trustingCredentials(server: string): Promise<ServerCredentials> {
  return openCredentials(buildContext(server, { certificateAuthority: inline(makeCertificates().authority) }));
}

/** A connection to `server` with {@link trustingCredentials}, unless `settings` has others. The caller closes it. */
export async function connectToTestServer(
  server: string,
  settings: Partial<ConnectionSettings> = {},
): Promise<ServerConnection> {
  const credentials = settings.credentials ?? (await trustingCredentials(server));
  return openServerConnection({ server, userAgent: "test", ...settings, credentials });
}
