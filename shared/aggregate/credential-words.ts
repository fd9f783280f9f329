/**
 * The words by which a credential is known, for names of fields, annotations, variables and flags and for texts alike. Sources:
 * the API conventions for where Kubernetes keeps credentials, and the fields of operators and charts that take them.
 */

/** Wherever they stand in a name, its words written as one. */
const anywhere =
  /passw|passphrase|passcode|pwd|secret|token|credential|cookie|kubeconfig|docker(?:config|cfg)|keyring|keystore|bearer|signature|unseal|connectionstring|(?:user|network|custom|bootstrap)data|cloudinit|ignition|(?:api|ssh|access|private|signing|shared|auth|tls|account|encryption)key|community$|^p12$|pkcs12/;

/** Only as a word of its own: `author` is no `auth`. */
const alone: ReadonlySet<string> = new Set(
  "auth authorization basic cred creds dsn hmac jwt jwts license licence pass pem pin psk pw rsa sas sig".split(" "),
);

/** Keys that open nothing; by itself `key` is what something is called. */
const harmlessKeys: ReadonlySet<string> = new Set(
  "annotation authorized authorised label map object partition primary public sort topology".split(" "),
);

/** At its end a name says what is told about a credential, or where it is: `secretName`, `tokenTTL`, `passwordFile`. */
const reference =
  /^(?:names?|namespaces?|ref|refs|references?|files?|paths?|dir|types?|kind|policy|mode|ttl|duration|seconds|timeout|expiration|expiry|time|timestamp|version|enabled|issuer|algorithm|provider|class|count|size|length|usages?|rotation|ur[il]s?|endpoints?|audiences?|messages?|reason|error)$/;

/** In most names there is no part of any of these. */
const mayBe =
  /auth|basic|bear|cloud|comm|connect|cook|cred|data|dock|dsn|hmac|igni|jwt|key|kube|licen|p12|pass|pem|pin|pkcs|psk|pw|rsa|sas|secret|sig|token|unseal/i;

/** Whether a name says that a credential stands under it. */
export function isCredentialName(name: string): boolean {
  if (!mayBe.test(name)) return false;
  const words = wordsOf(name);
  if (reference.test(words.at(-1) ?? "")) return false;
  return (
    anywhere.test(words.join("")) ||
    words.some((word) => alone.has(word)) ||
    (words.length > 1 && words.some(isKey) && !words.some((word) => harmlessKeys.has(word)))
  );
}

/** Whether it tells of a thing, and not what the thing is; under a credential's name this stays. */
export function isReferenceName(name: string): boolean {
  return /^(?:name|namespace|key|kind|optional)$/.test(name) || reference.test(wordsOf(name).at(-1) ?? "");
}

/** Whether it is a password and nothing else: of a secret or a token people also tell what it is called. */
export function isPasswordName(name: string): boolean {
  return /passw|passphrase|passcode|pwd|(?:^|[^a-z])(?:pass|pw)$/i.test(name);
}

/** Whether variables stand under it: `env`, `extraEnvVars`, `envOverrides`; under `envFrom` stands where they are. */
export function isEnvironmentName(name: string): boolean {
  if (!/env/i.test(name)) return false;
  const words = wordsOf(name);
  return words.at(-1) !== "from" && words.some((word) => /^env(?:s|vars?|ironments?)?$/.test(word));
}

function isKey(word: string): boolean {
  return word === "key" || word === "keys";
}

/** `clientKeyData` and `client-key_data` are `client key data`. */
function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}
