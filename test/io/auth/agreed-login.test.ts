import { describe, expect, test } from "vitest";
import { loginFingerprint, refuseOtherLogin } from "../../../shared/io/auth/agreed-login.ts";
import { openCredentials } from "../../../shared/io/auth/credentials.ts";
import type { ChosenContext } from "../../../shared/io/kubeconfig/choose-context.ts";

type Surroundings = Partial<ChosenContext["cluster"]>;

/** A context at a cluster, whose user logs in with these fields. */
function context(
  user: object,
  { server = "https://alpha", file = "/config", ...trust }: Surroundings = {},
): ChosenContext {
  const cluster = { name: "alpha", file: "/config", server, insecureSkipTlsVerify: false, ...trust };
  return { contextName: "prod", cluster, user: { name: "u", file, ...user }, server } as ChosenContext;
}

const form = { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never" };
const login = { exec: { ...form, command: "login", args: ["--as", "me"], env: [{ name: "A", value: "1" }] } };
const issuer = (url: string, token: string): object => ({
  authProvider: { name: "oidc", config: { "idp-issuer-url": url, "id-token": token } },
});

const rows: readonly [rule: string, agreed: ChosenContext, now: ChosenContext, mayRun: boolean][] = [
  ["the login that the user agreed to", context(login), context(login), true],
  ["a token in place of the login", context(login), context({ token: "t" }), true],
  ["a login in place of a token", context({ token: "t" }), context(login), false],
  ["another program", context(login), context({ exec: { ...login.exec, command: "other" } }), false],
  ["other arguments", context(login), context({ exec: { ...login.exec, args: ["--as", "root"] } }), false],
  ["another variable", context(login), context({ exec: { ...login.exec, env: [{ name: "A", value: "2" }] } }), false],
  [
    "the same relative command in a kubeconfig of another folder",
    context(login),
    context(login, { file: "/o/c" }),
    false,
  ],
  ["the same login at another server", context(login), context(login, { server: "https://beta" }), false],
  ["a server that is not verified", context(login), context(login, { insecureSkipTlsVerify: true }), false],
  ["another name in its certificate", context(login), context(login, { tlsServerName: "beta" }), false],
  ["a proxy before it", context(login), context(login, { proxyUrl: "http://proxy" }), false],
  ["a provider with a renewed token", context(issuer("https://i", "1")), context(issuer("https://i", "2")), true],
  ["a provider with another issuer", context(issuer("https://i", "1")), context(issuer("https://j", "1")), false],
];

describe("a program that the editor started logs in only as the user agreed", () => {
  test.for(rows)("%s", ([, agreed, now, mayRun]) => {
    const run = (): void => refuseOtherLogin(now, loginFingerprint(agreed));
    if (mayRun) expect(run).not.toThrow();
    else expect(run).toThrow(/^the login of context "prod" is not the one that you agreed to in the editor; connect/);
  });

  test("the program is not run", async () => {
    const from = {
      now: () => 0,
      home: "/",
      cwd: "/",
      platform: "linux",
      isInteractive: false,
      printMessage: () => {},
      env: { HCO_STATUS_AGREED_LOGIN: "none" },
    };
    await expect(openCredentials(context(login), from)).rejects.toThrow(/is not the one that you agreed to/);
  });

  test("the print holds nothing of the entry", () => {
    expect(loginFingerprint(context(login))).toMatch(/^[0-9a-f]{64}$/);
  });
});
