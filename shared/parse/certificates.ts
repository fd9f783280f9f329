import { parseMilliseconds } from "../model/time.ts";

/** From when to when a certificate is valid, in milliseconds since 1970. */
export interface CertificateValidity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What a `caBundle` holds. */
export interface CertificateBundle {
  /** In the order of the bundle. */
  readonly certificates: readonly CertificateValidity[];
  /** Blocks that no certificate could be read from. */
  readonly unreadable: number;
  /** It is longer than what is read: what follows is not known. */
  readonly isCut: boolean;
}

/** How much of one bundle is read. KubeVirt keeps at most 11 certificates in one, a few KB. */
const maxTextLength = 256 * 1024;
const maxCertificates = 100;

/**
 * The validity of each certificate of a `caBundle`, which is PEM in base64; undefined where the text is no base64, which no
 * API server stores. Signatures are not checked. A bundle of another text has no certificate. Never throws.
 */
export function readCertificateBundle(caBundle: string): CertificateBundle | undefined {
  const head = caBundle.slice(0, maxTextLength);
  const text = decodeBase64(head);
  if (text === undefined) return undefined;
  const certificates: CertificateValidity[] = [];
  let unreadable = 0;
  let blocks = 0;
  for (const [, body = ""] of text.matchAll(pemBlock)) {
    blocks += 1;
    if (blocks > maxCertificates) break;
    const validity = readCertificate(body);
    if (validity === undefined) unreadable += 1;
    else certificates.push(validity);
  }
  return { certificates, unreadable, isCut: caBundle.length > maxTextLength || blocks > maxCertificates };
}

/** As Go reads it (https://pkg.go.dev/crypto/x509#CertPool.AppendCertsFromPEM): blocks of another name do not count. */
const pemBlock = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/** The validity of a certificate in base64; undefined where it is none, or does not end where it says. */
function readCertificate(body: string): CertificateValidity | undefined {
  const bytes = decodeBase64(body);
  if (bytes === undefined) return undefined;
  // https://www.rfc-editor.org/rfc/rfc5280#section-4.1
  const certificate = readElement(bytes, 0, sequence);
  if (certificate === undefined || certificate.end !== bytes.length) return undefined;
  const signedPart = readElement(bytes, certificate.start, sequence);
  if (signedPart === undefined) return undefined;
  const version = readElement(bytes, signedPart.start, explicitVersion);
  const serialNumber = readElement(bytes, version?.end ?? signedPart.start, integer);
  const algorithm = serialNumber && readElement(bytes, serialNumber.end, sequence);
  const issuer = algorithm && readElement(bytes, algorithm.end, sequence);
  const validity = issuer && readElement(bytes, issuer.end, sequence);
  if (validity === undefined || validity.end > signedPart.end) return undefined;
  const from = readTime(bytes, validity.start);
  const to = from && readTime(bytes, from.end);
  if (from === undefined || to === undefined) return undefined;
  return { notBefore: from.milliseconds, notAfter: to.milliseconds };
}

// Tags of DER (ITU-T X.690).
const sequence = 0x30;
const explicitVersion = 0xa0;
const integer = 0x02;
const utcTime = 0x17;
const generalizedTime = 0x18;

/** Where the content of a DER element begins and ends. */
interface Element {
  readonly start: number;
  readonly end: number;
}

/** The element with this tag at `offset`; undefined where another one is there, or it does not end within the bytes. */
function readElement(bytes: string, offset: number, tag: number): Element | undefined {
  if (bytes.charCodeAt(offset) !== tag) return undefined;
  const first = bytes.charCodeAt(offset + 1);
  if (Number.isNaN(first)) return undefined;
  if (first < indefinite) return within(bytes, offset + 2, first);
  // The long form: how many bytes the length has. DER has no indefinite length.
  const size = first - indefinite;
  if (size === 0 || size > 4) return undefined;
  let length = 0;
  for (let index = 0; index < size; index += 1) length = length * 256 + bytes.charCodeAt(offset + 2 + index);
  return within(bytes, offset + 2 + size, length);
}

const indefinite = 0x80;

function within(bytes: string, start: number, length: number): Element | undefined {
  const end = start + length;
  return Number.isNaN(end) || end > bytes.length ? undefined : { start, end };
}

function readTime(bytes: string, offset: number): { readonly milliseconds: number; readonly end: number } | undefined {
  const short = readElement(bytes, offset, utcTime);
  const element = short ?? readElement(bytes, offset, generalizedTime);
  if (element === undefined) return undefined;
  const text = bytes.slice(element.start, element.end);
  const milliseconds = parseTime(short === undefined ? text : withCentury(text));
  return milliseconds === undefined ? undefined : { milliseconds, end: element.end };
}

/** `491231235959Z` -> `20491231235959Z`: https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5.1 */
function withCentury(text: string): string {
  return `${text < "50" ? "20" : "19"}${text}`;
}

/** `20261129174500Z` -> milliseconds since 1970. */
function parseTime(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hours, minutes, seconds] = parts;
  return parseMilliseconds(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** The bytes of a text in base64 as characters, white space aside; undefined where it is none. */
function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

/** Node, Bun and pages have it, much faster than a loop: https://html.spec.whatwg.org/multipage/webappapis.html#dom-atob */
declare function atob(text: string): string;
