// Looks again when the system says that there is a connection, when the person asks, and every few seconds.
const again = () => location.reload();
addEventListener('online', again);
document.getElementById('again').addEventListener('click', again);

/** Milliseconds. A server that is down comes back without the system noticing. */
const interval = 5000;
setInterval(async () => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) again();
}, interval);
