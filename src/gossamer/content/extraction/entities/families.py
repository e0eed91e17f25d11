# ruff: noqa: E501 - words of many languages, kept as tables
"""Families of schema.org kinds: what a schema's fields say of the kind of thing it asks for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from gossamer.content.structured import Item
from gossamer.content.text.names import word_set, words_of


@dataclass(frozen=True, slots=True)
class Family:
    """*kinds* in lower case; *concepts* that hardly anything else has; *words* that name such a thing."""

    name: str
    kinds: frozenset[str]
    concepts: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


def _family(name: str, kinds: str, concepts: str, words: str) -> Family:
    return Family(name, frozenset(kinds.lower().split()), frozenset(concepts.split()), frozenset(words.split()))


FAMILIES: Final = (
    _family(
        "product",
        "Product IndividualProduct ProductGroup ProductModel SomeProducts Vehicle Car Motorcycle Apartment House Offer "
        "AggregateOffer SingleFamilyResidence Accommodation RealEstateListing",
        "price originalPrice highPrice currency stockCount sku gtin mpn brand availability condition seller color material weight",
        "product item good listing deal offer article shop variant",
    ),
    _family(
        "recipe", "Recipe HowTo",
        "prepTime cookTime totalTime yield ingredients instructions cuisine calories",
        "recipe dish meal",
    ),
    _family("event", "Event Festival Hackathon", "startDate endDate venue organizer performer", "event concert show meetup"),
    _family("job", "JobPosting", "company salary employmentType validThrough", "job vacancy position opening career"),
    _family("faq", "FAQPage QAPage Question", "answer question", "faq question answer"),
    _family("book", "Book", "isbn pages edition format", "book"),
    _family(
        "media", "VideoObject Movie TVSeries TVEpisode MusicRecording MusicAlbum AudioObject PodcastEpisode Clip",
        "duration views director actors genre", "video movie film episode song album podcast track",
    ),
    _family("software", "SoftwareApplication MobileApplication WebApplication VideoGame SoftwareSourceCode",
            "version operatingSystem license", "app software application game"),
    _family("course", "Course CourseInstance", "", "course lesson class"),
    _family(
        "organization",
        "Organization Corporation LocalBusiness Restaurant Hotel Store EducationalOrganization NGO NewsMediaOrganization "
        "OnlineStore ProfessionalService FoodEstablishment LodgingBusiness Place Dentist Physician MedicalClinic Library "
        "CafeOrCoffeeShop AutoDealer RealEstateAgent SportsClub Museum TouristAttraction LegalService Bakery BarOrPub",
        "email telephone address street city region postalCode openingHours website founder foundingDate employees logo "
        "latitude longitude",
        "company organization business restaurant hotel store place shop agency firm contact startup venue",
    ),
    _family("person", "Person ProfilePage", "jobTitle", "person people member employee speaker author profile team staff"),
    _family("review", "Review UserReview CriticReview", "", "review testimonial comment opinion"),
    _family(
        "article",
        "Article NewsArticle BlogPosting TechArticle Report ReportageNewsArticle DiscussionForumPosting ScholarlyArticle "
        "SocialMediaPosting LiveBlogPosting OpinionNewsArticle AnalysisNewsArticle AdvertiserContentArticle "
        "MedicalScholarlyArticle Blog WebPage ItemPage AboutPage CollectionPage CreativeWork",
        "author datePublished dateModified publisher section body wordCount answer",
        "article post story news blog publication paper headline",
    ),
)  # fmt: skip

BY_NAME: Final[Mapping[str, Family]] = {family.name: family for family in FAMILIES}
# Kinds that tell of the page or the site around what the page is about.
FRAME: Final = word_set(
    "webpage itempage website collectionpage aboutpage contactpage searchresultspage breadcrumblist listitem searchaction "
    "imageobject organization person creativework sitenavigationelement wpheader wpfooter wpsidebar blog breadcrumb "
    "onlinestore newsmediaorganization entrypoint readaction itemlist"
)


def of_item(item: Item) -> Family | None:
    """Return the family that *item* is of, or None."""
    kinds = {kind.lower() for kind in item.kinds}
    found = next((family for family in FAMILIES if kinds & family.kinds), None)
    if found is None and any(kind.endswith("event") for kind in kinds):
        return BY_NAME["event"]
    return found


def asked(concepts: Iterable[str], named: str, kinds_here: Iterable[Family]) -> Family | None:
    """Return the family that fields of these *concepts* under the name *named* ask for; None when nothing tells.

    A page that has a thing of a family settles what the fields leave open.
    """
    present = set(concepts)
    words = set(words_of(named))
    here = {family.name for family in kinds_here}
    votes = {
        family.name: 2 * len(family.concepts & present) + 4 * bool(family.words & words) + (family.name in here)
        for family in FAMILIES
    }
    best = max(FAMILIES, key=lambda family: votes[family.name])
    return best if votes[best.name] >= 1 else None


def of_word(name: str) -> Family | None:
    """Return the family whose things are called *name* ("products", "events")."""
    words = words_of(name)
    return next((family for family in FAMILIES if words and words[-1] in family.words), None)
