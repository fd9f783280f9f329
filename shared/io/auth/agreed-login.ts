import { createHash } from "node:crypto";
import { valueAt } from "../../parse/json-value.ts";
import { ConnectionError } from "../errors/errors.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import { contextIdentity } from "../kubeconfig/context-fingerprint.ts";

/** Whether a context requires a program or an auth provider to log in. */
export function needsLogin({ user }: ChosenContext): boolean {
  return user?.exec !== undefined || user?.authProvider !== undefined;
}

/**
 * Returns a text that is the same for the same login at the same cluster: a hash of the program's whole entry, without
 * the tokens that a provider renews. `none` where a context requires no login.
 */
export function loginFingerprint(chosen: ChosenContext): string {
  if (!needsLogin(chosen)) return "none";
  const { file, exec, authProvider } = chosen.user ?? {};
  const issuer = valueAt(authProvider, "config", "idp-issuer-url");
  const provider = authProvider && [authProvider["name"], issuer];
  const parts = [contextIdentity(chosen), file, exec, provider];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** @throws ConnectionError for a login other than `agreed`, a {@link loginFingerprint}. */
export function refuseOtherLogin(chosen: ChosenContext, agreed: string): void {
  if (!needsLogin(chosen) || loginFingerprint(chosen) === agreed) return;
  throw new ConnectionError(
    `the login of context "${chosen.contextName}" is not the one that you agreed to in the editor; connect to it in the sidebar of HCO Status, then start this server again`,
    { reason: "credentials" },
  );
}
