import { describe, expect, test } from 'vitest'
import { logoLimit, readLogo } from './bank-logo.ts'

const svg = (inner: string, attributes = 'viewBox="0 0 40 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`
const circle = '<circle cx="20" cy="20" r="20" fill="#1f6b3a"/>'

describe('a file of shapes and colours', () => {
  test('is rewritten', () => {
    expect(readLogo(svg(circle))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#1f6b3a"></circle></svg>'.replace(
        '></circle>',
        '/>',
      ),
    )
  })

  test.each([
    ['a declaration and a comment', `<?xml version="1.0"?><!-- made by hand -->${svg(circle)}`],
    ['a title, an id and a class', svg(`<title>Bank</title>${circle.replace('<circle', '<circle id="a" class="b"')}`)],
    ['its size', svg(circle, 'viewBox="0 0 40 40" width="400" height="400" version="1.1"')],
  ])('loses %s', (_, text) => {
    expect(readLogo(text)).toBe(readLogo(svg(circle)))
  })

  test('keeps groups, transforms, strokes and every shape', () => {
    const shapes = [
      '<path d="M0 0h10v10z" fill-rule="evenodd"/>',
      '<g transform="translate(1 2) scale(.5)" opacity="0.5"><ellipse cx="1" cy="1" rx="1" ry="2"/></g>',
      '<rect x="1" y="1" width="2" height="2" rx="1" stroke="rgb(1,2,3)" stroke-width="2" stroke-linecap="round"/>',
      '<line x1="0" y1="0" x2="1" y2="1"/><polygon points="0,0 1,1 0,1"/><polyline points="0,0 1,1"/>',
    ].join('')
    expect(readLogo(svg(shapes))).toContain(shapes)
  })
})

describe('refused as a whole, so that no logo loses a part', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<circle r="1" onload="alert(1)"/>'],
    ['an image', '<image href="https://evil.example/x.png"/>'],
    ['a foreign object', '<foreignObject><p>x</p></foreignObject>'],
    ['a link', '<a href="https://evil.example"><circle r="1"/></a>'],
    ['a use', '<use href="#x"/>'],
    ['a style sheet', '<style>circle{fill:url(https://evil.example)}</style><circle r="1"/>'],
    ['a style', '<circle r="1" style="fill:red"/>'],
    ['a paint from elsewhere', '<circle r="1" fill="url(https://evil.example/#a)"/>'],
    ['a paint in capitals', '<circle r="1" fill="URL(#a)"/>'],
    ['a gradient', '<linearGradient id="a"/><circle r="1"/>'],
    ['text', '<text>Bank</text>'],
    ['words between shapes', `${'Bank'}${circle}`],
    ['an entity', '<circle r="1" fill="&#35;fff"/>'],
    ['a name that every object has', '<toString><circle r="1"/></toString>'],
    ['the name of a constructor', '<constructor/>'],
    ['the name of a prototype', `<__proto__>${circle}</__proto__>`],
    ['an attribute of that name', '<g __proto__="x"/>'],
    ['what is nested without end', `${'<g>'.repeat(300)}${'</g>'.repeat(300)}`],
    ['an animation', '<circle r="1"><animate attributeName="r" to="9"/></circle>'],
  ])('%s', (_, inner) => {
    expect(readLogo(svg(inner))).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['words', 'logo'],
    ['HTML', '<html><body/></html>'],
    ['two roots', svg(circle) + svg(circle)],
    ['one that does not end', '<svg viewBox="0 0 1 1"><g>'],
    ['one without a viewBox', svg(circle, 'width="40"')],
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(circle)}`],
    ['too many characters', svg(circle + ' '.repeat(logoLimit))],
    ['too many shapes', svg('<g/>'.repeat(300))],
    ['too deep', svg(`${'<g>'.repeat(20)}${'</g>'.repeat(20)}`)],
  ])('%s', (_, text) => {
    expect(readLogo(text)).toBeNull()
  })
})
