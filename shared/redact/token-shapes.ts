import { redactedMark } from "./conceal-assignments.ts";

/**
 * The text without tokens that are known by their shape, wherever they stand: by the prefix that a vendor gives them so
 * that scanners recognize them, by a fixed form, or because no name and no word has such characters.
 */
export function concealTokens(text: string): string {
  return concealRandomWords(text.replace(knownTokens, redactedMark).replace(privateKeyText, redactedMark));
}

/**
 * Prefixes after which at least 16 characters follow. Source: gitleaks/gitleaks config/gitleaks.toml (b58d3f10).
 *
 * `@secretlint/secretlint-rule-preset-recommend` 13.1.0 in place of this table finds 31 of the 274 forms of
 * test/redact/corpus, and beside it none that these rules miss. It takes 84 KB of a bundle, 70 to 120 ms to load and
 * 0.4 to 1.2 ms a text, where all rules here take 0.03 ms, and it answers by promises only.
 */
const vendorPrefixes: readonly string[] = String.raw`
  ya29\. GOCSPX- do[opr]_v1_ k8s-aws-v1\. bedrock-api-key- LTAI HRKU- fo1_ fm[12][ar]?_ nvapi- ops_eyJ
  gh[oprsu]_ github_pat_ gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)- GR1348941
  npm_ pypi-AgE dckr_[po]at_ hf_(?=\w{0,40}[A-Z\d]) rubygems_ CLOJARS_ AKCp cmVmd
  xox[a-z](?:\.xox[a-z])?- xapp-\d- [rs]k_(?:live|test|prod)_ whsec_ sk-(?=[\w-]{0,40}\d) gl(?:sa|c)_ tskey-[a-z]+-
  shp(?:at|ca|pa|ss)_ ATATT3 AGE-SECRET-KEY-1 hv[bsr]\. SG\. NRAK- NRII- PMAK- dp\.pt\. dt0c01\. dnkey- p8e-
  lin_api_ pscale_(?:tkn|oauth|pw)_ pnu_ rdme_ sntry[su]_ sm_[aps]at_ shippo_(?:live|test)_ sgp_ tfp_ ntn_ figd_
  sq0[a-z]{3}- xkeysib- pplx- duffel_(?:test|live)_ FLW(?:SEC|PUB)K_TEST- EZ[AT]K
`
  .trim()
  .split(/\s+/);

/** Amazon's, Google's and other tokens of a fixed form: their prefixes are short, or begin the names of objects too. */
const fixedForms: readonly string[] = [
  String.raw`(?:A3T[A-Z\d]|AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}\b`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`1//0[\w-]{20,}`,
  String.raw`dapi[a-f\d]{32}\b`,
  String.raw`(?:pul-|key-|SK|s-s4t2(?:ud|af)-)[a-fA-F\d]{32,64}\b`,
  String.raw`ico-[A-Za-z\d]{32}\b`,
  String.raw`pat[A-Za-z\d]{14}\.[a-f\d]{64}\b`,
  String.raw`v1\.0-[a-f\d]{24}-[a-f\d]{100,}`,
  String.raw`[A-Za-z\d]{14}\.atlasv1\.[\w=-]{20,}`,
  String.raw`\d{8,12}:AA[\w-]{30,}`,
  String.raw`(?:[a-z]{2,8}_)?(?:live|test|prod)_[A-Za-z\d]{20,}`,
  // Any prefix with an underscore before a long number: names of objects have no underscore.
  String.raw`[a-z]{2,12}_[a-f\d]{32,}\b`,
  // OpenShift's tokens (openshift/oauth-server) and Vault's old ones.
  String.raw`sha256~[\w-]{20,}`,
  String.raw`s\.[A-Za-z\d]{24}\b`,
  // kubeadm (kubernetes/cluster-bootstrap token/api, BootstrapTokenPattern). A label of a host name has no such length.
  String.raw`(?<![.\w-]\b)[a-z\d]{6}\.(?=[a-z]*\d)[a-z\d]{16}(?![\w.-]*[\w-])`,
  // K3s and RKE2 (k3s-io/k3s pkg/clientaccess/token.go).
  String.raw`K10[a-f\d]{64}::[\w:.-]{8,}`,
];

const knownTokens = new RegExp(
  `\\b(?:(?:${vendorPrefixes.join("|")})[\\w~+/=-]{16,}(?:\\.[\\w~+/=-]{6,})*|${fixedForms.join("|")})` +
    // The hashes of crypt(5) and of passlib: `$6$…`, `$apr1$…`, `$argon2id$…`.
    "|\\$(?:[1-8]|2[abxy]?|g?y|md5|sha1|apr1|argon2i?d?|scrypt|pbkdf2[\\w-]{0,20}|bcrypt[\\w-]{0,20})\\$[\\w./+,=$-]{8,}",
  "g",
);

/** A PEM text in base64, but for certificates and public keys: `-----BEGIN `, then not `CERT` and not `PUBL`. */
const privateKeyText = /LS0tLS1CRUdJTiB(?!DRVJU|QVUJM)[A-Za-z0-9+/]{8,}={0,2}/g;

/** Characters of base64, base64url and the random words of programs. */
const word = /[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** What a certificate or a public key begins with, in base64 of its PEM text and of its DER. */
const publicText = /^(?:LS0tLS1CRUdJTiB(?:DRVJU|QVUJM)|MII[A-Za-z0-9+/]{6}CC)/;

/**
 * The text without words that only a program can have chosen: capitals, small letters and digits in turn, as in the
 * tokens of most vendors. Digests, uids and names of objects have no capitals. Certificates stay.
 */
function concealRandomWords(text: string): string {
  if (!word.test(text)) return text;
  word.lastIndex = 0;
  const certificates = [...text.matchAll(/-----BEGIN (?:CERTIFICATE|PUBLIC KEY)[\s\S]*?(?:-----END|$)/g)];
  return text.replace(word, (all, offset: number) => {
    if (publicText.test(all) || !all.split(/[^A-Za-z0-9]/).some(isRandomWord)) return all;
    const isPublic = certificates.some(({ index, 0: { length } }) => index <= offset && offset < index + length);
    return isPublic ? all : redactedMark;
  });
}

/** Whether letters and digits alternate as no word does. `VirtualMachineInstance` and `V1Beta1` are words. */
function isRandomWord(given: string): boolean {
  if (given.length < 16 || !/\d/.test(given)) return false;
  if (!/[A-Z].*[A-Z]/.test(given) || !/[a-z].*[a-z]/.test(given)) return false;
  const outsideWords = given.replace(/[A-Z]?[a-z]{3,}|[A-Z]{5,}|\d{5,}/g, "");
  return outsideWords.length >= given.length * (given.length < 24 ? 0.6 : 0.5);
}
