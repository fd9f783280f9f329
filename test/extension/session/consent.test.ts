import { describe, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import type { ExtensionSettings } from "../../../extension/platform/settings.ts";
import { createConsentRegistry } from "../../../extension/session/consent.ts";

const current: Place = { kind: "cluster", namespaces: [] };
const prod: Place = { kind: "cluster", context: "prod", namespaces: [] };

function agreements(settings: Partial<ExtensionSettings> = {}): ReturnType<typeof createConsentRegistry> {
  const usual = { autoConnect: true, credentialPlugins: "onRequest" } as const;
  return createConsentRegistry(() => ({ ...usual, ...settings }) as ExtensionSettings);
}

describe("only the login that the user agreed to is run", () => {
  test("the user chose none", () => {
    expect(agreements().mayLogIn(current, "alpha")).toBe(false);
  });

  test("requested while the login is known, and the kubeconfig names another one", () => {
    const agreed = agreements();
    agreed.allowLogIn(current, "alpha");
    expect([agreed.mayLogIn(current, "beta"), agreed.mayLogIn(current, "alpha")]).toEqual([false, true]);
  });

  test("requested before that, it is the first one, of that source only", () => {
    const agreed = agreements();
    agreed.allowLogIn(current, undefined);
    expect(agreed.mayLogIn(prod, "beta")).toBe(false);
    expect([agreed.mayLogIn(current, "alpha"), agreed.mayLogIn(current, "beta")]).toEqual([true, false]);
  });

  test("the user agrees to the same login for every place at once", () => {
    const agreed = agreements();
    agreed.allowLogIn(current, "alpha");
    expect(agreed.mayLogIn({ ...prod, namespaces: ["shop"] }, "alpha")).toBe(true);
  });

  test.for<readonly [rule: string, login: string | undefined]>([
    ["known to have none", "none"],
    ["not read yet", undefined],
  ])("a context without a login agrees to none that it gets later: %s", ([, login]) => {
    const agreed = agreements();
    agreed.allowLogIn(current, login);
    expect([agreed.mayLogIn(current, "none"), agreed.mayLogIn(current, "alpha")]).toEqual([false, false]);
  });

  test("what starts another program asks without using the consent up", () => {
    const agreed = agreements();
    agreed.allowLogIn(current, undefined);
    expect(agreed.hasAgreed("alpha")).toBe(false);
    expect([agreed.mayLogIn(current, "alpha"), agreed.hasAgreed("alpha"), agreed.hasAgreed("beta")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("a setting that is taken back ends it for the logins that run by it alone", () => {
    let credentialPlugins = "always";
    const agreed = createConsentRegistry(() => ({ autoConnect: true, credentialPlugins }) as ExtensionSettings);
    const before = agreed.mayLogIn(current, "alpha") && agreed.hasAgreed("alpha");
    credentialPlugins = "onRequest";
    expect([before, agreed.hasAgreed("alpha")]).toEqual([true, false]);
  });

  test("settled once for all", () => {
    expect(agreements({ credentialPlugins: "always" }).mayLogIn(current, "alpha")).toBe(true);
  });
});

describe("without auto-connect a source is read after the user chose it", () => {
  test("reading a source does not run its login programs", () => {
    const agreed = agreements({ autoConnect: false });
    expect(agreed.mayConnect(prod)).toBe(false);
    agreed.allowRequests(prod);
    expect([agreed.mayConnect(prod), agreed.mayConnect(current), agreed.mayLogIn(prod, "p")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
