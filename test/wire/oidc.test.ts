import { describeAsKubectl } from "./compare.ts";
import type { Fields } from "./connection-case.ts";

const encodeJson = (fields: Fields): string => Buffer.from(JSON.stringify(fields)).toString("base64url");
const idToken = (exp: number): string => `${encodeJson({ alg: "none" })}.${encodeJson({ sub: "jane", exp })}.s3cret`;
const inThePast = 1_000_000_000;
const farAhead = 32_503_680_000;
const oidc = (config: Fields): Fields => ({
  // No issuer listens there: a token that is valid is sent without a request, and one that is not cannot be refreshed.
  "auth-provider": { name: "oidc", config: { "idp-issuer-url": "https://127.0.0.1:1", "client-id": "c", ...config } },
});

describeAsKubectl("an id-token is sent as kubectl sends it", [
  { title: "while it holds", user: oidc({ "id-token": idToken(farAhead) }) },
  {
    title: "over HTTP/1.1",
    user: oidc({ "id-token": idToken(farAhead) }),
    cluster: { server: "https://127.0.0.1:{old}" },
  },
  { title: "with impersonation", user: { ...oidc({ "id-token": idToken(farAhead) }), as: "jane" } },
  {
    title: "but the token beside it counts",
    user: { ...oidc({ "id-token": idToken(farAhead) }), token: "s3cret-token" },
  },
  { title: "but --token counts", user: oidc({ "id-token": idToken(farAhead) }), flags: ["--token=s3cret-flag"] },
  {
    title: "beside a certificate",
    user: {
      ...oidc({ "id-token": idToken(farAhead) }),
      "client-certificate-data": "{alice.crt}",
      "client-key-data": "{alice.key}",
    },
  },
  {
    title: "not over plain http",
    user: oidc({ "id-token": idToken(farAhead) }),
    cluster: { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null },
  },
  { title: "not when it has ended", user: oidc({ "id-token": idToken(inThePast) }), kubectl: "refuses" },
  { title: "not without one", user: oidc({}), kubectl: "refuses" },
  { title: "not one that cannot be read", user: oidc({ "id-token": "s3cret" }), kubectl: "refuses" },
  {
    title: "not when it has ended and no issuer gives another",
    user: oidc({ "id-token": idToken(inThePast), "refresh-token": "s3cret-refresh" }),
    kubectl: "refuses",
  },
  {
    title: "not without an issuer",
    user: oidc({ "id-token": idToken(farAhead), "idp-issuer-url": "" }),
    kubectl: "refuses",
  },
  {
    title: "not without a client-id",
    user: oidc({ "id-token": idToken(farAhead), "client-id": "" }),
    kubectl: "refuses",
  },
]);
