/**
 * The words that mark a credential, in names of fields, annotations, variables and flags, and in texts. Sources: the
 * API conventions for where Kubernetes keeps credentials, and the fields of operators and charts that take them.
 */

/** Words of a password, anywhere in a name. */
const passwordWords =
  "passw|(?<!by|com|sur|tres|over|under|multi)pass$|bindpw|htpasswd|mnemonic|keytab|seedphrase|serviceaccountjson|passphrase|passcode|pwd";

/** Matches anywhere in a name whose words are joined. */
const joinedWords = new RegExp(
  `${passwordWords}|secret|token|credential|cookie|kubeconfig|docker(?:config|cfg)|keyring|keystore|bearer|signature|unseal|connectionstring|(?:user|network|custom|bootstrap)data|cloudinit|ignition|(?:api|ssh|access|private|signing|shared|auth|tls|account|encryption)key|community$|^p12$|^pfx$|^jks$|pkcs12`,
);

/** Matches only a separate word: `author` is not `auth`. */
const wholeWords: ReadonlySet<string> = new Set(
  "auth authorization basic cred creds dek dsn hmac jks jwt jwts kek license licence otp pass pem pfx pin psk psw pw rsa sas seed sig totp".split(
    " ",
  ),
);

/** Words that make a key harmless. `key` alone is a name. */
const harmlessKeys: ReadonlySet<string> = new Set(
  "annotation authorized authorised label map object partition public sort topology".split(" "),
);

/**
 * Last words of names that describe a credential or its location (`secretName`, `tokenTTL`, `passwordFile`), or what is
 * wrong with it (`SignatureDoesNotMatch` of S3).
 */
const referenceWord =
  /^(?:names?|namespaces?|ref|refs|references?|files?|paths?|dir|types?|kind|policy|mode|ttl|duration|seconds|timeout|expiration|expiry|time|timestamp|version|enabled|issuer|algorithm|provider|class|count|size|length|usages?|rotation|ur[il]s?|endpoints?|audiences?|messages?|reason|error|(?:mis)?match|expired|missing|denied)$/;

/** Quick test: most names hold none of these. */
const mayBeCredential =
  /account|auth|basic|bear|cloud|comm|connect|cook|cred|data|dek|dock|dsn|hmac|igni|jks|jwt|kek|key|kube|licen|mnem|otp|p12|pass|pem|pfx|pin|pkcs|ps[kw]|pw|rsa|sas|secret|seed|sig|token|unseal/i;

/** Whether a field of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  if (!mayBeCredential.test(name)) return false;
  const words = splitName(name);
  if (referenceWord.test(words.at(-1) ?? "")) return false;
  return (
    joinedWords.test(words.join("")) ||
    words.some((word) => wholeWords.has(word)) ||
    (words.length > 1 && words.some(isKey) && !words.some((word) => harmlessKeys.has(word)))
  );
}

/** Whether a name describes a thing instead of holding it. Such a field below a credential's name is kept. */
export function isReferenceName(name: string): boolean {
  return /^(?:name|namespace|key|kind|optional)$/.test(name) || referenceWord.test(splitName(name).at(-1) ?? "");
}

const passwordName = new RegExp(`${passwordWords}|(?:^|[^a-z])(?:pass|pw)$`, "i");

/** Whether the name means a password and nothing else. A secret or a token may also be mentioned by its name. */
export function isPasswordName(name: string): boolean {
  return passwordName.test(name);
}

/**
 * Whether a field of this name holds variables: `env`, `extraEnvVars`, `envOverrides`. `envFrom` holds only references.
 */
export function isEnvironmentName(name: string): boolean {
  if (!/env/i.test(name)) return false;
  const words = splitName(name);
  return words.at(-1) !== "from" && words.some((word) => /^env(?:s|vars?|ironments?)?$/.test(word));
}

function isKey(word: string): boolean {
  return word === "key" || word === "keys";
}

/** The words of a name: `clientKeyData` and `client-key_data` give `client key data`. */
function splitName(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}
