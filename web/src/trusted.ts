/** The only place that creates script URLs for Trusted Types. No code turns text into HTML. */

interface Policy {
  createScriptURL(url: string): unknown;
}

interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

const policy = factory?.createPolicy('satdoku', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(url);
    return url;
  },
});

export function scriptUrl(url: string): string {
  return (policy?.createScriptURL(url) ?? url) as string;
}
