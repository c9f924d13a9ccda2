/** One of a portal's own calls. Throws where the portal does not answer it. */
export async function portalFetch<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`/api/portal/${path}`, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The portal answered ${response.status}.`);
  return (await response.json()) as T;
}
