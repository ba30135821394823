const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { describeKnownNames, describeSettings } = require('@plumbline/config');
const { configPage } = require('./configPage.js');

writeFileSync(path.join(__dirname, '..', 'docs', 'config.md'), configPage(describeSettings(), describeKnownNames()));
