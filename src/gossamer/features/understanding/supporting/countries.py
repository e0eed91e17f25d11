# ruff: noqa: E501 - names of many countries, kept as tables
"""Countries by their names, codes and calling codes, as pages name them and models rename them."""

import re
from collections.abc import Mapping
from typing import Final

_COUNTRIES: Final = """
us,usa,united states,united states of america,u.s.,america|+1
gb,gbr,uk,united kingdom,great britain,u.k.,england,scotland,wales|+44
de,deu,germany,deutschland|+49
fr,fra,france|+33
it,ita,italy,italia|+39
es,esp,spain,españa|+34
pt,prt,portugal|+351
nl,nld,netherlands,the netherlands,nederland,holland|+31
be,bel,belgium,belgië,belgique|+32
lu,lux,luxembourg|+352
at,aut,austria,österreich|+43
ch,che,switzerland,schweiz,suisse,svizzera|+41
dk,dnk,denmark,danmark|+45
no,nor,norway,norge|+47
se,swe,sweden,sverige|+46
fi,fin,finland,suomi|+358
is,isl,iceland|+354
ie,irl,ireland|+353
pl,pol,poland,polska|+48
cz,cze,czech republic,czechia,česko|+420
sk,svk,slovakia,slovensko|+421
hu,hun,hungary,magyarország|+36
ro,rou,romania,românia|+40
bg,bgr,bulgaria|+359
gr,grc,greece|+30
tr,tur,turkey,türkiye|+90
ua,ukr,ukraine|+380
ee,est,estonia,eesti|+372
lv,lva,latvia|+371
lt,ltu,lithuania|+370
hr,hrv,croatia,hrvatska|+385
si,svn,slovenia|+386
rs,srb,serbia|+381
mt,mlt,malta|+356
cy,cyp,cyprus|+357
ca,can,canada|
mx,mex,mexico,méxico|+52
br,bra,brazil,brasil|+55
ar,arg,argentina|+54
cl,chl,chile|+56
co,col,colombia|+57
pe,per,peru,perú|+51
au,aus,australia|+61
nz,nzl,new zealand|+64
jp,jpn,japan,日本|+81
cn,chn,china,中国|+86
kr,kor,south korea,korea,republic of korea,한국|+82
tw,twn,taiwan|+886
hk,hkg,hong kong|+852
sg,sgp,singapore|+65
my,mys,malaysia|+60
th,tha,thailand|+66
vn,vnm,vietnam|+84
id,idn,indonesia|+62
ph,phl,philippines|+63
in,ind,india|+91
pk,pak,pakistan|+92
bd,bgd,bangladesh|+880
il,isr,israel|+972
ae,are,united arab emirates,uae|+971
sa,sau,saudi arabia|+966
eg,egy,egypt|+20
ma,mar,morocco|+212
za,zaf,south africa|+27
ng,nga,nigeria|+234
ke,ken,kenya|+254
"""
_OTHERS: Final = (
    "afghanistan,albania,algeria,andorra,angola,antigua and barbuda,armenia,azerbaijan,bahamas,bahrain,barbados,belarus,"
    "belize,benin,bhutan,bolivia,bosnia and herzegovina,bosnia,botswana,brunei,burkina faso,burundi,cabo verde,cape verde,"
    "cambodia,cameroon,central african republic,chad,comoros,congo,democratic republic of the congo,dr congo,costa rica,"
    "côte d'ivoire,ivory coast,cuba,djibouti,dominica,dominican republic,ecuador,el salvador,equatorial guinea,eritrea,"
    "eswatini,swaziland,ethiopia,fiji,gabon,gambia,the gambia,georgia,ghana,grenada,guatemala,guinea,guinea-bissau,guyana,"
    "haiti,honduras,iran,iraq,jamaica,jordan,kazakhstan,kiribati,kosovo,kuwait,kyrgyzstan,laos,lebanon,lesotho,liberia,"
    "libya,liechtenstein,madagascar,malawi,maldives,mali,marshall islands,mauritania,mauritius,micronesia,moldova,monaco,"
    "mongolia,montenegro,mozambique,myanmar,burma,namibia,nauru,nepal,nicaragua,niger,north korea,north macedonia,"
    "macedonia,oman,palau,palestine,panama,papua new guinea,paraguay,puerto rico,qatar,russia,russian federation,rwanda,"
    "saint kitts and nevis,saint lucia,saint vincent,samoa,san marino,sao tome and principe,senegal,seychelles,sierra leone,"
    "solomon islands,somalia,south sudan,sri lanka,sudan,suriname,syria,tajikistan,tanzania,timor-leste,east timor,togo,"
    "tonga,trinidad and tobago,tunisia,turkmenistan,tuvalu,uganda,uruguay,uzbekistan,vanuatu,vatican,venezuela,yemen,"
    "zambia,zimbabwe,northern ireland,faroe islands,greenland,macau,russland,griechenland,dänemark,schweden,norwegen,"
    "finnland,polen,tschechien,ungarn,rumänien,kroatien,slowenien,türkei,vereinigtes königreich,vereinigte staaten,"
    "allemagne,états-unis,royaume-uni,pays-bas,autriche,espagne,italie,pologne,alemania,francia,estados unidos,"
    "reino unido,países bajos,austria,duitsland,frankrijk,oostenrijk,zwitserland,spanje,verenigd koninkrijk"
)
_PARTED: Final = re.compile(r"[,/;]|\sand\s|\s&\s")
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    name: (*(one for one in names.split(",")), calling)
    for line in _COUNTRIES.strip().splitlines()
    for names, _, calling in (line.partition("|"),)
    for name in names.split(",")
}
_SHORT: Final = 3
_ALL: Final = frozenset((*_NAMES, *_OTHERS.split(","))) - {""}


def is_country(text: str) -> bool:
    """Return whether *text* is the name or the code of a country, or two or three of them."""
    parts = [part for part in _PARTED.split(text) if part.strip()]
    return 0 < len(parts) <= _SHORT and all(" ".join(part.casefold().strip(" .").split()) in _ALL for part in parts)


def others_of(name: str) -> tuple[tuple[str, ...], str]:
    """Return the other names of the country *name* that a text may have, and its calling code; none for no country.

    Codes of two and three letters are words of other languages, so of them only "UK", "USA" and "UAE" are looked for.
    """
    known = _NAMES.get(" ".join(name.casefold().split()), ())
    spoken = (one for one in known[:-1] if len(one) > _SHORT or one in {"uk", "usa", "uae"})
    return tuple(spoken), known[-1] if known else ""
