// RFC 7541, appendix A, from index 1 on: the name, and after a space the value if there is one.
const rows = (
  ":authority|:method GET|:method POST|:path /|:path /index.html|:scheme http|:scheme https|:status 200|:status 204|" +
  ":status 206|:status 304|:status 400|:status 404|:status 500|accept-charset|accept-encoding gzip, deflate|" +
  "accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|" +
  "content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|" +
  "cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|" +
  "last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|" +
  "server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate"
).split("|");

/** A field of a header: its name in lower case and its value. One character is one byte. */
export type HeaderField = readonly [name: string, value: string];

/** The fields that both sides know by their index, from 1 on. The value may be empty. */
export const staticFields: readonly HeaderField[] = rows.map((row) => {
  const space = row.indexOf(" ");
  return space < 0 ? [row, ""] : [row.slice(0, space), row.slice(space + 1)];
});
