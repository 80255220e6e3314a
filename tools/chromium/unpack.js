// Unpacks Chromium, and the libraries that it needs on a bare machine, into the folder that TMPDIR names, and
// prints where it is.
process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x"; // or the libraries stay packed
const { default: chromium } = await import("@sparticuz/chromium");
console.log(await chromium.executablePath());
