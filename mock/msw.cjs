// For `require()`: the same module, with the declarations of `msw.d.cts`.
module.exports = require('./msw.js');
