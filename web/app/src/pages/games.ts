// Lists of games: what is shown is the server's, and stays as it is while somebody points at it. Only when the page
// comes back from another one, whose game has gone on since, is it read anew.

export function readAnewOnReturn(): void {
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
